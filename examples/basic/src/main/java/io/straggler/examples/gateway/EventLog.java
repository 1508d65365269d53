package io.straggler.examples.gateway;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.Duration;
import ch.qos.logback.core.util.FileSize;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;

/**
 * Order events of the gateway, a line each, written by Logback before {@link #record} returns. Every line is flushed; a
 * full file is rolled. It has a separate Logback context, so it leaves the program's logging alone.
 */
final class EventLog implements Closeable {
    static final String FILE = "orders.log";

    private static final long ROLL_BYTES = 8 * 1024 * 1024;
    private static final int KEPT_FILES = 3;
    private static final long ROLL_CHECK_MS = 200;

    private final LoggerContext context = new LoggerContext();
    private final Logger logger;

    private EventLog(Path folder) {
        context.setMDCAdapter(new LogbackMDCAdapter());
        ch.qos.logback.classic.Logger events = context.getLogger("orders");
        events.setLevel(Level.INFO);
        events.addAppender(appender(folder));
        context.start();
        logger = events;
    }

    /** Opens the log in a folder that exists. */
    static EventLog open(Path folder) {
        return new EventLog(folder);
    }

    void record(List<ExecutionReport> reports) {
        for (ExecutionReport report : reports) {
            if (report.status() == ExecutionReport.Status.REJECTED) {
                logger.warn("refused client={} reason={}", report.clientOrderId(), report.reason());
            } else {
                logger.info(
                        "order={} client={} status={} last={} price={} open={}",
                        report.orderId(),
                        report.clientOrderId(),
                        report.status(),
                        report.lastQuantity(),
                        report.lastPriceTicks(),
                        report.openQuantity());
            }
        }
    }

    @Override
    public void close() {
        context.stop();
    }

    private RollingFileAppender<ILoggingEvent> appender(Path folder) {
        RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
        appender.setContext(context);
        appender.setName("orders");
        appender.setFile(folder.resolve(FILE).toString());
        appender.setImmediateFlush(true);
        appender.setEncoder(encoder());
        appender.setTriggeringPolicy(whenFull());
        appender.setRollingPolicy(numbered(folder, appender));
        appender.start();
        return appender;
    }

    private PatternLayoutEncoder encoder() {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%date{ISO8601} %-5level [%thread] %logger - %msg%n");
        encoder.start();
        return encoder;
    }

    private SizeBasedTriggeringPolicy<ILoggingEvent> whenFull() {
        SizeBasedTriggeringPolicy<ILoggingEvent> policy = new SizeBasedTriggeringPolicy<>();
        policy.setContext(context);
        policy.setMaxFileSize(new FileSize(ROLL_BYTES));
        policy.setCheckIncrement(Duration.buildByMilliseconds(ROLL_CHECK_MS));
        policy.start();
        return policy;
    }

    private FixedWindowRollingPolicy numbered(Path folder, RollingFileAppender<ILoggingEvent> appender) {
        FixedWindowRollingPolicy policy = new FixedWindowRollingPolicy();
        policy.setContext(context);
        policy.setParent(appender);
        policy.setFileNamePattern(folder.resolve("orders.%i.log").toString());
        policy.setMinIndex(1);
        policy.setMaxIndex(KEPT_FILES);
        policy.start();
        return policy;
    }
}
