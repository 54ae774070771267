package com.throttlex.servlet;

import jakarta.servlet.ServletContainerInitializer;
import org.eclipse.jetty.ee11.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty, configured to accept paths that it rejects by default. */
final class JettyContainer implements Container {
  /** One thread selects, one may be kept for that. */
  private static final int OWN_THREADS = 2;

  private final Server server;
  private final ServerConnector connector;

  JettyContainer(int workers, ServletContainerInitializer application) throws Exception {
    QueuedThreadPool threads = new QueuedThreadPool(workers + OWN_THREADS, 1);
    threads.setReservedThreads(0);
    server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setUriCompliance(UriCompliance.UNSAFE);
    connector = new ServerConnector(server, 0, 1, new HttpConnectionFactory(http));
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler("/");
    context.getServletHandler().setDecodeAmbiguousURIs(true);
    context.addServletContainerInitializer(application);
    ErrorPageErrorHandler errors = new ErrorPageErrorHandler();
    errors.addErrorPage(ERROR_STATUS, ERROR_PAGE);
    context.setErrorHandler(errors);
    server.setHandler(context);
    server.start();
  }

  @Override
  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    LifeCycle.stop(server);
  }
}
