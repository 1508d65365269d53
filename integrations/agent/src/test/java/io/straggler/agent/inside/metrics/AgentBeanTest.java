package io.straggler.agent.inside.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;

class AgentBeanTest {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    @Test
    void shouldShowWhatIsKnownNowUntilItIsClosed() throws Exception {
        ObjectName name = new ObjectName("io.straggler:type=Agent");
        AtomicReference<MetricValues> values = new AtomicReference<>(MetricValuesOfTests.of(0, Map.of()));
        try (Metrics metrics = Metrics.open(OptionalInt.empty())) {
            assertThat(server.isRegistered(name)).isFalse();
            metrics.refresh(values::get);
            assertThat(metrics.problem()).isEmpty();
            assertThat(server.getAttribute(name, "Count")).isEqualTo(0L);
            assertThat(server.getAttribute(name, "P50Ns")).isNull();

            values.set(MetricValuesOfTests.of(2_000, Map.of("a.B.c", 3L)));
            assertThat(server.getAttribute(name, "Count")).isEqualTo(0L);
            metrics.refresh(values::get);

            assertThat(server.getAttribute(name, "Count")).isEqualTo(2_000L);
            assertThat((Long) server.getAttribute(name, "P50Ns")).isBetween(1_000_000L, 1_001_000L);
            assertThat((Long) server.getAttribute(name, "P99Ns")).isBetween(1_980_000L, 1_982_000L);
            assertThat(server.getAttribute(name, "P999Ns")).isNull();
            assertThat((Long) server.getAttribute(name, "MaxNs")).isBetween(2_000_000L, 2_002_000L);
            assertThat(server.getAttribute(name, "ThresholdNs")).isEqualTo(5_000_000L);
            assertThat(server.getAttribute(name, "Outliers")).isEqualTo(3L);
            assertThat(server.getAttribute(name, "OutliersWithStack")).isEqualTo(2L);
            assertThat(server.getAttribute(name, "Iterations")).isEqualTo("jdbc");
            assertThat(server.getAttribute(name, "Folder")).isEqualTo("/runs/one");
            assertThat(server.getAttribute(name, "Since")).isEqualTo(new Date(1_764_000_000_500L));
            TabularData byMethod = (TabularData) server.getAttribute(name, "OutliersByMethod");
            assertThat(byMethod.get(new Object[] {"a.B.c"}).get("value")).isEqualTo(3L);
        }
        assertThat(server.isRegistered(name)).isFalse();
    }

    @Test
    void shouldShowWhatIsKnownOfEachMethod() throws Exception {
        try (AgentBean bean = AgentBean.register(MetricValuesOfTests::byMethod)) {
            assertThat(bean.getCountByMethod()).isEqualTo(Map.of("a.B.c", 5L, "a.B.d", 1_000L));
            assertThat(bean.getP50NsByMethod()).containsOnlyKeys("a.B.d");
            assertThat(bean.getP99NsByMethod().get("a.B.d")).isBetween(990_000L, 991_000L);
            assertThat(bean.getP999NsByMethod()).isEmpty();
            assertThat(bean.getMaxNsByMethod().get("a.B.c")).isBetween(5_000L, 5_010L);
            TabularData counts = (TabularData) server.getAttribute(new ObjectName(AgentBean.NAME), "CountByMethod");
            assertThat(counts.get(new Object[] {"a.B.c"}).get("value")).isEqualTo(5L);
        }
    }

    @Test
    void shouldDescribeEveryAttribute() throws Exception {
        try (AgentBean bean = AgentBean.register(() -> MetricValuesOfTests.of(0, Map.of()))) {
            var info = bean.getMBeanInfo();
            List<String> descriptions = Stream.of(info.getAttributes())
                    .map(MBeanAttributeInfo::getDescription)
                    .toList();
            assertThat(info.getDescription()).endsWith(".");
            assertThat(descriptions)
                    .hasSize(AgentMXBean.class.getMethods().length)
                    .doesNotHaveDuplicates()
                    .allMatch(description -> description.endsWith("."));
        }
    }

    @Test
    void shouldSayThatTheNameIsTakenAndGoOn() throws Exception {
        try (AgentBean bean = AgentBean.register(() -> MetricValuesOfTests.of(1, Map.of()));
                Metrics metrics = Metrics.open(OptionalInt.empty())) {
            metrics.refresh(() -> MetricValuesOfTests.of(2, Map.of()));
            metrics.refresh(() -> MetricValuesOfTests.of(2, Map.of()));

            assertThat(metrics.problem())
                    .hasValueSatisfying(problem -> assertThat(problem)
                            .startsWith("The JMX bean could not be registered: ")
                            .contains(AgentBean.NAME));
            assertThat(server.getAttribute(new ObjectName(AgentBean.NAME), "Count"))
                    .isEqualTo(bean.getCount());
        }
    }
}
