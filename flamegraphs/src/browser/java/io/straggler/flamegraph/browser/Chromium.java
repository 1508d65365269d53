package io.straggler.flamegraph.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The browser that all tests of this module share, a tab each. {@code -Dchromium=FILE} names another. */
public final class Chromium {
    private static final List<String> ARGUMENTS = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-background-networking",
            "--font-render-hinting=none");

    /** On a busy machine everything takes long. */
    public static final double PATIENCE_MS = 120_000;

    private static final Browser SHARED = launch();

    private Chromium() {}

    public static Browser shared() {
        return SHARED;
    }

    private static Browser launch() {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MS);
        Playwright playwright = Playwright.create();
        Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
        return playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(executable())
                        .setHeadless(true)
                        .setTimeout(PATIENCE_MS)
                        .setArgs(ARGUMENTS));
    }

    private static Path executable() {
        return Optional.ofNullable(System.getProperty("chromium"))
                .map(Path::of)
                .or(() -> Stream.of(System.getenv("PATH").split(":"))
                        .flatMap(folder -> Stream.of("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
                                .map(name -> Path.of(folder, name)))
                        .filter(Files::isExecutable)
                        .findFirst())
                .orElseThrow(() -> new IllegalStateException(
                        "chromium must be on the path: apt-get install chromium-headless-shell, or give -Dchromium=FILE"));
    }
}
