package io.straggler.jmh;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the adapter may know. */
@AnalyzeClasses(packages = "io.straggler.jmh", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule SHOULD_NOT_KNOW_THE_COMMAND_LINE = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.straggler.cli..", "io.straggler.ping..", "io.straggler.selftest..", "picocli..");

    /** There, a benchmark may be without JMH, and the host has to say so. */
    @ArchTest
    static final ArchRule SHOULD_LOAD_THE_HOST_WITHOUT_JMH = noClasses()
            .that()
            .haveSimpleName("JmhHost")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.openjdk..");

    private static final String PROFILER =
            "io\\.straggler\\.jmh\\.(StragglerProfiler|ProfilerSettings|AgentJar|ForkedAgent|BenchmarkMethods|Listed|TrialMetrics|CallsResult)(\\$.*)?";

    /** Where JMH runs a benchmark, this package's jar is all that there is of Straggler. */
    @ArchTest
    static final ArchRule SHOULD_PROFILE_WITH_NOTHING_BUT_JMH = classes()
            .that()
            .haveNameMatching(PROFILER)
            .should()
            .onlyDependOnClassesThat()
            .haveNameMatching("java\\..*|org\\.openjdk\\.jmh\\..*|\\[.*|" + PROFILER);

    /** The analysis is loaded where there is no JMH. */
    @ArchTest
    static final ArchRule SHOULD_READ_WITHOUT_JMH = noClasses()
            .that()
            .haveSimpleName("TrialReader")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.openjdk..");
}
