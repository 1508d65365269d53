package io.straggler.fleet;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the fleet's parts may know. */
@AnalyzeClasses(packages = "io.straggler.fleet", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule SHOULD_ADD_SUMMARIES_UP_WITHOUT_SPARK = noClasses()
            .that()
            .resideInAPackage("io.straggler.fleet")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache..", "scala..", "io.straggler.fleet.spark..");

    @ArchTest
    static final ArchRule SHOULD_NOT_KNOW_WHAT_STRAGGLERS_JAR_HIDES = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.straggler.cli..", "picocli..", "com.fasterxml..");

    @ArchTest
    static final ArchRule SHOULD_KNOW_NO_OTHER_STUDY_BUT_COMPARISONS = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.straggler.gate..", "io.straggler.rates..", "io.straggler.selftest..", "io.straggler.ping..");
}
