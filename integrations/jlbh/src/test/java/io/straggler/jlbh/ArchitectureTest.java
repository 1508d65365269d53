package io.straggler.jlbh;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** What the adapter's parts may know. */
@AnalyzeClasses(
        packages = {"io.straggler.jlbh", "net.openhft.chronicle.jlbh"},
        importOptions = ImportOption.DoNotIncludeTests.class)
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

    /** The class that stands in front of JLBH's own lies in JLBH's package, which the adapter has to know. */
    @ArchTest
    static final ArchRule SHOULD_HAVE_NO_CYCLES_BETWEEN_PACKAGES = slices().assignedFrom(new SliceAssignment() {
                @Override
                public SliceIdentifier getIdentifierOf(JavaClass type) {
                    return SliceIdentifier.of(type.getPackageName());
                }

                @Override
                public String getDescription() {
                    return "packages by full name";
                }
            })
            .should()
            .beFreeOfCycles();
}
