package io.straggler.fleet.page;

import io.straggler.flamegraph.report.PageModuleRules;

class PageModulesTest extends PageModuleRules {
    PageModulesTest() {
        super(FleetPage.class, "fleet");
    }
}
