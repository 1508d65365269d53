package io.straggler.junit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows from and to this module. */
@AnalyzeClasses(packages = "io.straggler", importOptions = ImportOption.DoNotIncludeTests.class)
class JUnitArchitectureTest {
    private static final String JUNIT = "io.straggler.junit..";

    @ArchTest
    static final ArchRule SHOULD_BE_KNOWN_TO_NOBODY = noClasses()
            .that()
            .resideOutsideOfPackage(JUNIT)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(JUNIT)
            .because("nothing depends on an adapter");

    @ArchTest
    static final ArchRule SHOULD_KNOW_WHAT_PROGRAMS_MAY_USE = classes()
            .that()
            .resideInAPackage(JUNIT)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.junit..",
                    "org.opentest4j..",
                    JUNIT,
                    "io.straggler",
                    "io.straggler.gate..",
                    "io.straggler.compare..",
                    "io.straggler.flamegraph",
                    "io.straggler.diagnosis..",
                    "io.straggler.harness..",
                    "io.straggler.model..");
}
