package com.throttlex.server.gateways;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The request of a gateway with the recipe's configuration to the service.
 *
 * <p>nginx and Caddy forward the client's headers except those that the configuration sets or
 * removes, Traefik and APISIX only those that it names. Names of headers are in lower case.
 */
enum Gateway {
  NGINX("nginx", 403) {
    private static final Pattern SET =
        Pattern.compile("proxy_set_header (X-\\S+|Forwarded) (\\S+);");
    private static final Pattern TARGET = Pattern.compile("proxy_pass http://throttlex(/\\S+);");

    @Override
    String target() {
      return first(TARGET, Recipes.file("nginx/nginx.conf"));
    }

    @Override
    Map<String, String> subrequest(Client client) {
      Map<String, String> headers = new TreeMap<>(client.headers());
      Matcher set = SET.matcher(Recipes.file("nginx/nginx.conf"));
      while (set.find()) {
        headers.put(lower(set.group(1)), variable(set.group(2), client));
      }
      headers.values().removeIf(String::isEmpty);
      return headers;
    }

    private String variable(String text, Client client) {
      return switch (text) {
        case "$proxy_add_x_forwarded_for" -> client.forwardedFor();
        case "$request_method" -> client.method();
        case "$request_uri" -> client.uri();
        case "$host" -> client.host();
        case "\"\"" -> "";
        default -> throw new AssertionError(text);
      };
    }
  },

  CADDY("caddy", 429) {
    private static final Pattern REMOVED = Pattern.compile("header_up -(\\S+)");
    private static final Pattern TARGET = Pattern.compile("\\buri (\\S+)");

    @Override
    String target() {
      return first(TARGET, Recipes.file("caddy/Caddyfile"));
    }

    /**
     * Returns the request with the client's address among the trusted proxies, as the recipe
     * recommends.
     */
    @Override
    Map<String, String> subrequest(Client client) {
      Map<String, String> headers = new TreeMap<>(client.headers());
      Matcher removed = REMOVED.matcher(Recipes.file("caddy/Caddyfile"));
      while (removed.find()) {
        String name = lower(removed.group(1));
        headers
            .keySet()
            .removeIf(
                n ->
                    name.endsWith("*")
                        ? n.startsWith(name.substring(0, name.length() - 1))
                        : n.equals(name));
      }
      headers.putAll(client.forwarded());
      headers.put(
          "x-forwarded-for",
          client.peer().equals(Client.TRUSTED) ? client.forwardedFor() : client.peer());
      return headers;
    }
  },

  TRAEFIK("traefik", 429) {
    @Override
    String target() {
      return path(forwardAuth().get("address"));
    }

    @Override
    Map<String, String> subrequest(Client client) {
      Map<String, String> headers = client.only((List<?>) forwardAuth().get("authRequestHeaders"));
      boolean trust = (Boolean) forwardAuth().get("trustForwardHeader");
      client.forwarded().forEach((n, v) -> headers.put(n, trust ? client.header(n, v) : v));
      headers.put("x-forwarded-for", trust ? client.forwardedFor() : client.peer());
      return headers;
    }

    private Map<?, ?> forwardAuth() {
      Object all = Recipes.yaml(Recipes.file("traefik/dynamic.yml"));
      return at(all, "http", "middlewares", "throttlex", "forwardAuth");
    }
  },

  APISIX("apisix", 429) {
    @Override
    String target() {
      return path(plugin().get("uri"));
    }

    @Override
    Map<String, String> subrequest(Client client) {
      Map<String, String> headers = client.only((List<?>) plugin().get("request_headers"));
      headers.putAll(client.forwarded());
      headers.put("x-forwarded-for", client.peer());
      return headers;
    }

    private Map<?, ?> plugin() {
      return at(Recipes.yaml(Recipes.file("apisix/route.json")), "plugins", "forward-auth");
    }
  };

  final String folder;

  /** The status that stands for a denial in the subrequest. */
  final int denied;

  Gateway(String folder, int denied) {
    this.folder = folder;
    this.denied = denied;
  }

  /** Path and query of the subrequest. */
  abstract String target();

  /** The headers of the subrequest. */
  abstract Map<String, String> subrequest(Client client);

  static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  static String first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new AssertionError(pattern + " (expected: in the recipe)");
    }
    return matcher.group(1);
  }

  static String path(Object url) {
    return URI.create((String) url).getPath();
  }

  static Map<?, ?> at(Object tree, String... names) {
    Map<?, ?> map = (Map<?, ?>) tree;
    for (String name : names) {
      map = (Map<?, ?>) map.get(name);
    }
    return map;
  }
}
