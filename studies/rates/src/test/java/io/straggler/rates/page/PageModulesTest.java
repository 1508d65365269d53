package io.straggler.rates.page;

import io.straggler.flamegraph.report.PageModuleRules;

class PageModulesTest extends PageModuleRules {
    PageModulesTest() {
        super(SweepPage.class, "sweep", "capacity");
    }
}
