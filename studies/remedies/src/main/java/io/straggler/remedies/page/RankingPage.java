package io.straggler.remedies.page;

import io.straggler.flamegraph.page.PageJson;
import io.straggler.flamegraph.page.PageTemplate;
import io.straggler.model.file.WholeFile;
import io.straggler.remedies.json.RankingJsonFormat;
import io.straggler.remedies.result.Ranking;
import java.io.IOException;
import java.nio.file.Path;

/** The ranking of remedies on one page, made of the same parts and under the same policy as the report. */
public final class RankingPage {
    private RankingPage() {}

    /** Writes the page, replacing one that is there; it links to the reports in the folders below its own. */
    public static void write(Ranking ranking, Path file) throws IOException {
        String json = PageJson.object(out -> RankingJsonFormat.writeProperties(ranking, out));
        WholeFile.write(file, new PageTemplate(RankingPage.class, "ranking.html").fill(json));
    }
}
