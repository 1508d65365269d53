package io.straggler.flamegraph.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page without its data. {@code page.html} opens in a browser as it is, with its style and scripts beside it; here they are
 * written into it, in the order of its tags, and the content policy is made of their hashes.
 */
final class PageTemplate {
    private static final String ECHARTS = "echarts.common.min.js";
    private static final String ECHARTS_RESOURCE = "/META-INF/resources/_static/echarts/6.0.0/dist/" + ECHARTS;
    private static final Pattern STYLE = Pattern.compile("<link rel=\"stylesheet\" href=\"([a-z.-]+)\">");
    private static final Pattern SCRIPT = Pattern.compile("<script src=\"([a-z.-]+)\"></script>");
    private static final Pattern DATA =
            Pattern.compile("(<script type=\"application/json\" id=\"data\">).*?(</script>)", Pattern.DOTALL);
    private static final String POLICY = "<!-- content policy -->";

    private final List<String> styleHashes = new ArrayList<>();
    private final List<String> scriptHashes = new ArrayList<>();

    /** The page with {@code json} in it, which must already be safe inside a script element. */
    String fill(String json) throws IOException {
        String page = resource("page.html");
        page = inline(page, STYLE, "style", styleHashes);
        page = inline(page, SCRIPT, "script", scriptHashes);
        page = page.replace(POLICY, policy());
        Matcher data = DATA.matcher(page);
        if (!data.find()) {
            throw new IllegalStateException("page.html must have a data element: element=" + DATA);
        }
        return page.substring(0, data.end(1)) + json + page.substring(data.start(2));
    }

    private static String inline(String page, Pattern tag, String element, List<String> hashes) throws IOException {
        StringBuilder filled = new StringBuilder(page.length());
        int since = 0;
        Matcher matcher = tag.matcher(page);
        while (matcher.find()) {
            String content = resource(matcher.group(1));
            hashes.add("'sha256-" + sha256(content) + "'");
            filled.append(page, since, matcher.start());
            filled.append("<" + element + ">").append(content).append("</" + element + ">");
            since = matcher.end();
        }
        return filled.append(page, since, page.length()).toString();
    }

    private String policy() {
        return "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none';"
                + " form-action 'none'; script-src " + String.join(" ", scriptHashes) + "; style-src "
                + String.join(" ", styleHashes) + "\">";
    }

    private static String resource(String name) throws IOException {
        String path = name.equals(ECHARTS) ? ECHARTS_RESOURCE : name;
        try (InputStream in = PageTemplate.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IOException("resource must be on the class path: resource=" + path);
            }
            // A browser hashes what its parser hands over, and that has no carriage returns.
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("\r\n", "\n")
                    .replace('\r', '\n');
        }
    }

    private static String sha256(String content) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return Base64.getEncoder().encodeToString(digest.digest(content.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
