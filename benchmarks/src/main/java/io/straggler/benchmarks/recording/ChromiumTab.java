package io.straggler.benchmarks.recording;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A tab of a headless Chromium, spoken to in its DevTools protocol, so that a benchmark needs no driver. One command at a time;
 * for one thread.
 */
final class ChromiumTab implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("DevTools listening on (ws://\\S+)");
    private static final long TIMEOUT_SECONDS = 120;

    private final Process chromium;
    private final WebSocket socket;
    private final AtomicReference<CompletableFuture<String>> answer = new AtomicReference<>();
    private final String session;
    private int commands;

    private ChromiumTab(Process chromium, String address) throws IOException, InterruptedException {
        this.chromium = chromium;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(address), new Answers())
                .join();
        String target = field("targetId", send("", "Target.createTarget", "{\"url\":\"about:blank\"}"));
        this.session = field(
                "sessionId", send("", "Target.attachToTarget", "{\"targetId\":\"" + target + "\",\"flatten\":true}"));
        command("Page.enable", "{}");
    }

    /** Starts a browser with a new profile in {@code folder}. */
    static ChromiumTab open(Path folder) throws IOException, InterruptedException {
        Process chromium = new ProcessBuilder(
                        "chromium",
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--disable-background-networking",
                        "--remote-debugging-port=0",
                        "--window-size=1440,900",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader errors =
                new BufferedReader(new InputStreamReader(chromium.getErrorStream(), StandardCharsets.UTF_8));
        for (String line = errors.readLine(); line != null; line = errors.readLine()) {
            Matcher listening = LISTENING.matcher(line);
            if (listening.find()) {
                Thread drain = new Thread(() -> errors.lines().forEach(rest -> {}));
                drain.setDaemon(true);
                drain.start();
                return attached(chromium, listening.group(1));
            }
        }
        throw new IOException("chromium must be on the path and start: exit=" + chromium.waitFor());
    }

    private static ChromiumTab attached(Process chromium, String address) throws IOException, InterruptedException {
        try {
            return new ChromiumTab(chromium, address);
        } catch (IOException | RuntimeException e) {
            chromium.destroy();
            throw e;
        }
    }

    /** Runs a script in every page before the page's own. */
    void before(String script) throws IOException, InterruptedException {
        command("Page.addScriptToEvaluateOnNewDocument", "{\"source\":\"" + escaped(script) + "\"}");
    }

    void navigate(Path file) throws IOException, InterruptedException {
        command("Page.navigate", "{\"url\":\"" + file.toUri() + "\"}");
    }

    /** The value of an expression, which may be a promise, as a number. */
    double number(String expression) throws IOException, InterruptedException {
        String result = command(
                "Runtime.evaluate",
                "{\"awaitPromise\":true,\"returnByValue\":true,\"expression\":\"" + escaped(expression) + "\"}");
        Matcher value = Pattern.compile("\"value\":(-?[0-9.eE+-]+)").matcher(result);
        if (!value.find()) {
            throw new IOException(
                    "expression must have a number as value: expression=" + expression + ", result=" + result);
        }
        return Double.parseDouble(value.group(1));
    }

    /** A mouse event as a hand would cause it. */
    void mouse(String type, double x, double y) throws IOException, InterruptedException {
        command(
                "Input.dispatchMouseEvent",
                String.format(
                        Locale.ROOT,
                        "{\"type\":\"%s\",\"x\":%.1f,\"y\":%.1f,\"button\":\"left\",\"buttons\":1,\"clickCount\":1}",
                        type,
                        x,
                        y));
    }

    private String command(String method, String parameters) throws IOException, InterruptedException {
        return send(",\"sessionId\":\"" + session + "\"", method, parameters);
    }

    private String send(String to, String method, String parameters) throws IOException, InterruptedException {
        int id = ++commands;
        CompletableFuture<String> next = new CompletableFuture<>();
        answer.set(next);
        socket.sendText("{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + parameters + to + "}", true)
                .join();
        try {
            String text = next.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (text.contains("\"error\":{") || text.contains("\"exceptionDetails\"")) {
                throw new IOException(method + " must succeed: answer=" + text);
            }
            return text;
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(method + " must be answered", e);
        }
    }

    private static String field(String name, String json) throws IOException {
        Matcher field = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        if (!field.find()) {
            throw new IOException("answer must have a field: field=" + name + ", answer=" + json);
        }
        return field.group(1);
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    @Override
    public void close() {
        socket.abort();
        chromium.destroy();
        chromium.onExit().join();
    }

    /** Hands over answers; events, which have no id, are not for us. */
    private final class Answers implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                String whole = text.toString();
                text.setLength(0);
                if (whole.startsWith("{\"id\":")) {
                    answer.get().complete(whole);
                }
            }
            from.request(1);
            return null;
        }
    }
}
