package com.throttlex.examples.servlet;

import com.throttlex.ThrottleX;
import com.throttlex.rules.RuleFile;
import com.throttlex.servlet.ThrottleXFilter;
import jakarta.servlet.DispatcherType;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.EnumSet;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.LifeCycle;

/** A shop with orders, logins and exports; each has its own limit in the rule file. */
public final class Shop implements AutoCloseable {
  private final ThrottleX throttlex;
  private final Server server;

  private Shop(ThrottleX throttlex, int port) {
    this.throttlex = throttlex;
    ServletContextHandler application = new ServletContextHandler("/");
    FilterHolder filter = new FilterHolder(new ThrottleXFilter(throttlex));
    filter.setAsyncSupported(true);
    application.addFilter(filter, "/*", EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
    ServletHolder servlet = new ServletHolder(new Hello());
    servlet.setAsyncSupported(true); // otherwise a delayed request would block its thread
    application.addServlet(servlet, "/");
    server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    server.setHandler(application);
  }

  /** Starts the shop with the rules of a file; port 0 is any free one. */
  public static Shop open(Path rules, int port) throws Exception {
    Shop shop = new Shop(ThrottleX.of(RuleFile.read(rules)), port);
    shop.server.start();
    return shop;
  }

  /** Returns the port of the shop. */
  public int port() {
    return ((NetworkConnector) server.getConnectors()[0]).getLocalPort();
  }

  @Override
  public void close() {
    LifeCycle.stop(server);
    throttlex.close();
  }

  /** Starts the shop: {@code java -jar shop.jar RULES [PORT]}. */
  public static void main(String[] args) throws Exception {
    Shop shop = open(Path.of(args[0]), args.length > 1 ? Integer.parseInt(args[1]) : 8080);
    System.out.println("The shop listens at http://localhost:" + shop.port());
    shop.server.join();
  }
}
