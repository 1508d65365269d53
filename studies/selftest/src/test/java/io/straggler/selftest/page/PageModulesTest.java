package io.straggler.selftest.page;

import io.straggler.flamegraph.report.PageModuleRules;

class PageModulesTest extends PageModuleRules {
    PageModulesTest() {
        super(SelftestPage.class, "selftest");
    }
}
