package io.straggler.examples.servers;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The shop knows nothing of Straggler. */
@AnalyzeClasses(packages = "io.straggler.examples.servers", importOptions = ImportOption.DoNotIncludeTests.class)
class ServersArchitectureTest {
    private static final String SERVERS = "io.straggler.examples.servers";
    private static final String SHOP = SERVERS + ".shop";
    private static final String LOAD = SERVERS + ".load";

    @ArchTest
    static final ArchRule SHOULD_LET_THE_SHOP_KNOW_ITS_LIBRARIES_ONLY = only(SHOP, "org.eclipse.jetty..", "org.h2..");

    @ArchTest
    static final ArchRule SHOULD_LET_CLIENTS_KNOW_THE_HARNESS_AND_THE_SHOP_ONLY =
            only(LOAD, SHOP, "io.straggler.harness..");

    private static ArchRule only(String home, String... allowed) {
        return classes()
                .that()
                .resideInAPackage(home)
                .should()
                .onlyDependOnClassesThat(
                        resideInAPackage("java..").or(resideInAPackage(home)).or(resideInAnyPackage(allowed)));
    }
}
