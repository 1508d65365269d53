package io.straggler.remedies.page;

import io.straggler.flamegraph.report.PageModuleRules;

class PageModulesTest extends PageModuleRules {
    PageModulesTest() {
        super(RankingPage.class, "ranking");
    }
}
