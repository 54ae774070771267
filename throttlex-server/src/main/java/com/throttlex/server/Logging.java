package com.throttlex.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import com.throttlex.server.config.LogFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets up the log: lines on the error output, from INFO upwards, as text or as JSON.
 *
 * <p>The log library loads this class itself, so nothing is logged before the setup, and no file is
 * read.
 */
public final class Logging extends ContextAwareBase implements Configurator {
  private static final String PATTERN =
      "%d{\"yyyy-MM-dd'T'HH:mm:ss.SSSXXX\", UTC} %-5level %logger{0} - %msg%replace( request=%X{requestId}){' request=$', ''} %kvp%n";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    configure(context, LogFormat.TEXT);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** Writes the log in that format from now on. */
  static void use(LogFormat format) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      configure(context, format);
      context.resetTurboFilterList();
      context.addTurboFilter(new LogFlood(System::nanoTime));
    }
  }

  private static void configure(LoggerContext context, LogFormat format) {
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context);
    appender.setTarget("System.err");
    appender.setEncoder(encoder(context, format));
    appender.start();
    ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.detachAndStopAllAppenders();
    root.setLevel(Level.INFO);
    root.addAppender(appender);
    for (String talkative : new String[] {"com.zaxxer.hikari", "org.flywaydb", "io.netty"}) {
      context.getLogger(talkative).setLevel(Level.WARN);
    }
    // The callers report the same: a rejected connection, and an unknown newer version.
    for (String twice :
        new String[] {"org.mariadb.jdbc", "org.flywaydb.core.internal.database.base.Database"}) {
      context.getLogger(twice).setLevel(Level.ERROR);
    }
  }

  private static Encoder<ILoggingEvent> encoder(LoggerContext context, LogFormat format) {
    if (format == LogFormat.JSON) {
      JsonEncoder json = new JsonEncoder();
      json.setContext(context);
      json.start();
      return json;
    }
    PatternLayoutEncoder text = new PatternLayoutEncoder();
    text.setContext(context);
    text.setPattern(PATTERN);
    text.start();
    return text;
  }
}
