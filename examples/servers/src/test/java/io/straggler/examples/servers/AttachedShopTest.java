package io.straggler.examples.servers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.examples.RecordedHarness;
import io.straggler.examples.servers.load.ShopLoad;
import io.straggler.examples.servers.shop.Catalogue;
import io.straggler.examples.servers.shop.ShopServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The shop as a program of its own, out of its jar, to which the agent comes and from which it goes. */
@Tag("jar")
@Timeout(240)
class AttachedShopTest {
    private static final int REQUESTS = 200;

    @TempDir
    private Path folder;

    private Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+EnableDynamicAgentLoading",
                        "-Dslf4j.internal.verbosity=ERROR",
                        "-Djava.io.tmpdir=" + folder,
                        "-cp",
                        System.getProperty("servers"),
                        ShopServer.class.getName(),
                        folder.resolve("shop").toString())
                .redirectError(folder.resolve("err.txt").toFile())
                .start();
    }

    /** Gives the agent options, and returns its answer. */
    private String attach(Process shop, String options) throws Exception {
        Path answer = Files.createTempFile(folder, "answer", ".txt");
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(shop.pid()));
        try {
            jvm.loadAgent(Path.of(System.getProperty("agent")).normalize().toString(), options + ",answer=" + answer);
        } finally {
            jvm.detach();
        }
        return Files.readString(answer).strip();
    }

    /** The first of them is for the stock of a category, which asks the database 500 times. */
    private static void use(URI address) throws Exception {
        RecordedHarness harness = new RecordedHarness();
        ShopLoad load = new ShopLoad(address, Catalogue.WHOLE);
        load.setUp(harness);
        for (int tag = 0; tag < REQUESTS; tag++) {
            load.run(tag);
            assertThat(harness.completed().poll(30, TimeUnit.SECONDS)).isEqualTo(tag);
        }
    }

    @Test
    void shouldCountEveryRequestAndSeeWhatTheSlowOneDoes() throws Exception {
        Path out = folder.resolve("run");
        Process shop = start();
        try (BufferedReader printed =
                new BufferedReader(new InputStreamReader(shop.getInputStream(), StandardCharsets.UTF_8))) {
            URI address = URI.create(printed.readLine());
            use(address);
            assertThat(attach(
                            shop,
                            "iterations=io.straggler.examples.servers.shop.ShopHandler.handle,threshold=1ms,out="
                                    + out))
                    .isEqualTo(out.toString());
            use(address);
            // Whoever answers the last one may not have returned when its client has the answer.
            while (new RunFolder(out).readRun().iterations() < REQUESTS) {
                TimeUnit.MILLISECONDS.sleep(100);
            }
            attach(shop, "stop");
        } finally {
            shop.destroyForcibly().waitFor();
        }

        Analysis analysis = FilledFolder.analysis(new RunFolder(out));
        assertThat(analysis.run().iterations()).isEqualTo(REQUESTS);
        assertThat(analysis.run().outliers()).isPositive();
        assertThat(analysis.conclusions().diagnosis().outlierStacks())
                .anyMatch(stack -> stack.frames().stream()
                        .anyMatch(frame -> frame.name().equals("io.straggler.examples.servers.shop.OrderStore.stock")));
        assertThat(Files.readString(folder.resolve("err.txt"))).isEmpty();
    }
}
