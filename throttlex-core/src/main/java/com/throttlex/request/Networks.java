package com.throttlex.request;

import java.util.ArrayList;
import java.util.List;

/** A set of networks, each given as an address or as a CIDR such as {@code 10.0.0.0/8}. */
public final class Networks {
  private final List<Cidr> networks;

  private Networks(List<Cidr> networks) {
    this.networks = List.copyOf(networks);
  }

  /**
   * Reads networks.
   *
   * @param name the name of the networks in error messages
   * @throws IllegalArgumentException if any network is malformed; the message names them all
   */
  public static Networks of(String name, List<String> cidrs) {
    List<Cidr> networks = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (String text : cidrs) {
      Cidr cidr = Cidr.parse(text);
      if (cidr == null) {
        problems.add(ProblemText.of(name, text, Cidr.EXPECTED));
      } else {
        networks.add(cidr);
      }
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    return new Networks(networks);
  }

  /** Returns whether the set is empty. */
  public boolean isEmpty() {
    return networks.isEmpty();
  }

  /** Returns whether the text is an address in one of the networks. */
  public boolean contains(String address) {
    Address parsed = Address.parse(address);
    return parsed != null && contains(parsed);
  }

  boolean contains(Address address) {
    for (Cidr network : networks) {
      if (network.contains(address)) {
        return true;
      }
    }
    return false;
  }
}
