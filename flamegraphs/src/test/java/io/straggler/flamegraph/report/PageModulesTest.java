package io.straggler.flamegraph.report;

class PageModulesTest extends PageModuleRules {
    PageModulesTest() {
        super(HtmlReport.class, "report");
    }
}
