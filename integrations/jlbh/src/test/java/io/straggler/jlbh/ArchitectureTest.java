package io.straggler.jlbh;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the adapter's parts may know. */
@AnalyzeClasses(packages = "io.straggler.jlbh", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule SHOULD_LET_EXAMPLES_KNOW_JLBH_ONLY = classes()
            .that()
            .resideInAPackage("io.straggler.jlbh.examples")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "net.openhft..", "io.straggler.jlbh.examples");

    @ArchTest
    static final ArchRule SHOULD_NOT_KNOW_THE_COMMAND_LINE = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.straggler.cli..", "io.straggler.ping..", "io.straggler.selftest..", "picocli..");
}
