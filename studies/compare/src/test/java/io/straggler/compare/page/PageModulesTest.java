package io.straggler.compare.page;

import io.straggler.flamegraph.report.PageModuleRules;

class PageModulesTest extends PageModuleRules {
    PageModulesTest() {
        super(ComparisonPage.class, "comparison");
    }
}
