package com.throttlex.servlet;

import jakarta.servlet.ServletContainerInitializer;
import java.nio.file.Path;
import java.util.Set;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;

/** Tomcat. */
final class TomcatContainer implements Container {
  private final Tomcat tomcat = new Tomcat();

  TomcatContainer(int workers, Path folder, ServletContainerInitializer application)
      throws Exception {
    tomcat.setSilent(true);
    tomcat.setBaseDir(folder.toString());
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("maxThreads", Integer.toString(workers));
    connector.setProperty("minSpareThreads", "1");
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", folder.toString());
    context.addServletContainerInitializer(application, Set.of());
    ErrorPage page = new ErrorPage();
    page.setErrorCode(ERROR_STATUS);
    page.setLocation(ERROR_PAGE);
    context.addErrorPage(page);
    tomcat.start();
  }

  @Override
  public int port() {
    return tomcat.getConnector().getLocalPort();
  }

  @Override
  public void close() {
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException e) {
      throw new IllegalStateException(e);
    }
  }
}
