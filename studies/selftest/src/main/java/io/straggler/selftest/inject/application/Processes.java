package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/** Other processes: their start, their output, and what the system knows of them. */
@Fixture.Needs("a shell")
public final class Processes extends Fixture {
    private final Process answering =
            new ProcessBuilder("sh", "-c", "while read seconds; do sleep $seconds; echo; done").start();

    public Processes(InjectionSite site) throws IOException {
        super(site);
        closing(answering::destroy);
    }

    public void start() throws IOException, InterruptedException {
        result += new ProcessBuilder("true").start().waitFor();
    }

    public void ask(long ns) throws IOException {
        OutputStream question = answering.getOutputStream();
        question.write((BigDecimal.valueOf(ns, 9).toPlainString() + "\n").getBytes(StandardCharsets.US_ASCII));
        question.flush();
        result += answering.getInputStream().read();
    }

    public void askSystem() {
        result +=
                ProcessHandle.current().info().commandLine().map(String::length).orElse(0);
    }
}
