package com.throttlex.spring.server;

import com.throttlex.servlet.Peers;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.springframework.boot.tomcat.TomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactory;

/** A valve that keeps the peer of a request before {@code RemoteIpValve} replaces it. */
final class PeerValve extends ValveBase {
  private PeerValve() {
    super(true);
  }

  /** Adds a valve before all others. */
  static void putFirst(WebServerFactory factory) {
    TomcatWebServerFactory tomcat = (TomcatWebServerFactory) factory;
    List<Valve> valves = new ArrayList<>(tomcat.getEngineValves());
    valves.add(0, new PeerValve());
    tomcat.setEngineValves(valves);
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    Peers.keep(request, request.getPeerAddr());
    getNext().invoke(request, response);
  }
}
