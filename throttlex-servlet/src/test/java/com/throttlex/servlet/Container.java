package com.throttlex.servlet;

import jakarta.servlet.ServletContainerInitializer;
import java.nio.file.Path;

/** A real container in this process, on a free port. */
interface Container extends AutoCloseable {
  /** The status that the container answers with the page {@link #ERROR_PAGE}. */
  int ERROR_STATUS = 418;

  String ERROR_PAGE = "/error-page";

  int port();

  @Override
  void close();

  /** The containers that the filter is proven in. */
  enum Kind {
    TOMCAT {
      @Override
      Container start(int workers, Path folder, ServletContainerInitializer application)
          throws Exception {
        return new TomcatContainer(workers, folder, application);
      }
    },
    JETTY {
      @Override
      Container start(int workers, Path folder, ServletContainerInitializer application)
          throws Exception {
        return new JettyContainer(workers, application);
      }
    };

    /** Starts a container with about that many threads for requests. */
    abstract Container start(int workers, Path folder, ServletContainerInitializer application)
        throws Exception;
  }
}
