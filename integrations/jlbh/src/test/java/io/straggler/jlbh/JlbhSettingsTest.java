package io.straggler.jlbh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.LatencyDistributors;
import org.junit.jupiter.api.Test;

class JlbhSettingsTest {
    private final JLBHOptions options = new JLBHOptions().jlbhTask(new Scripted());

    @Test
    void shouldReadEveryOption() {
        Scripted task = new Scripted();
        JlbhSettings settings = JlbhSettings.of(options.jlbhTask(task)
                .throughput(90, TimeUnit.MINUTES)
                .latencyDistributor(LatencyDistributors.RANDOM)
                .accountForCoordinatedOmission(false)
                .recordOSJitter(false)
                .recordJitterGreaterThanNs(77)
                .jitterAffinity(true)
                .warmUpIterations(11)
                .pauseAfterWarmupMS(12)
                .runs(13)
                .iterations(5_000_000_000L)
                .skipFirstRun(false)
                .acquireLock(() -> null)
                .timeout(14));

        assertThat(settings.task()).isSameAs(task);
        assertThat(settings.perSecond()).isEqualTo(1.5);
        assertThat(settings.betweenNs()).isEqualTo(666_666_666);
        assertThat(settings.distributor()).isEqualTo(LatencyDistributors.RANDOM);
        assertThat(settings.accountForCoordinatedOmission()).isFalse();
        assertThat(settings.osJitter()).isFalse();
        assertThat(settings.jitterAboveNs()).isEqualTo(77);
        assertThat(settings.warmUpIterations()).isEqualTo(11);
        assertThat(settings.pauseAfterWarmUpMs()).isEqualTo(12);
        assertThat(settings.runs()).isEqualTo(13);
        assertThat(settings.iterations()).isEqualTo(5_000_000_000L);
        assertThat(settings.skipFirstRun()).isFalse();
        assertThat(settings.acquireLock().get()).isNull();
        assertThat(settings.timeoutMs()).isEqualTo(14);
        assertThat(settings.notHonoured()).singleElement().asString().startsWith("jitterAffinity is not honoured: ");
    }

    @Test
    void shouldHaveJlbhsDefaultsAndKnowEveryOneOfItsOptions() {
        JlbhSettings settings = JlbhSettings.of(options);

        assertThat(settings.unknown()).isEmpty();
        assertThat(settings.notHonoured()).isEmpty();
        assertThat(settings.perSecond()).isEqualTo(10_000);
        assertThat(settings.distributor()).isEqualTo(LatencyDistributors.NORMAL);
        assertThat(settings.accountForCoordinatedOmission()).isTrue();
        assertThat(settings.osJitter()).isTrue();
        assertThat(settings.runs()).isEqualTo(3);
        assertThat(settings.iterations()).isEqualTo(100_000);
        assertThat(settings.skipFirstRun()).isTrue();
        assertThat(settings.timeoutMs()).isZero();
    }

    /** As a later version of JLBH may have it. */
    private static final class Extended extends JLBHOptions {}

    @Test
    void shouldNameOptionsThatItDoesNotKnow() {
        JlbhSettings known = JlbhSettings.of(options);
        JlbhSettings more = new JlbhSettings(
                known.task(),
                1,
                TimeUnit.SECONDS,
                known.distributor(),
                true,
                true,
                0,
                false,
                0,
                0,
                1,
                1,
                true,
                known.acquireLock(),
                0,
                List.of("useFibres=true"));

        assertThat(more.notHonoured())
                .containsExactly("useFibres=true is not honoured: this option is not known here.");
        assertThat(JlbhSettings.of(new Extended().jlbhTask(new Scripted())).unknown())
                .as("fields of JLBH's own class are read of a subclass too")
                .isEmpty();
    }

    @Test
    void shouldRefuseWhatCannotBeRun() {
        assertThatThrownBy(() -> JlbhSettings.of(options.throughput(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("throughput must be above zero: throughput=0");
        assertThatThrownBy(() -> JlbhSettings.of(options.throughput(1).iterations(0)))
                .hasMessage("iterations must be above zero: iterations=0");
        assertThatThrownBy(() -> JlbhSettings.of(options.iterations(1).warmUpIterations(-1)))
                .hasMessage("warmUpIterations must not be negative: warmUpIterations=-1");
    }

    @Test
    void shouldHaveEveryOptionInTheTableOfThePage() throws Exception {
        String page = Files.readString(
                Path.of("").toAbsolutePath().getParent().getParent().resolve("docs/guide/jlbh.md"));
        List<String> fields = Arrays.stream(JLBHOptions.class.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic())
                .map(Field::getName)
                .toList();
        List<String> methods = Arrays.stream(JLBHOptions.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && method.getParameterCount() > 0)
                .map(Method::getName)
                .distinct()
                .toList();

        assertThat(fields).hasSize(15);
        assertThat(fields).allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
        assertThat(methods).allSatisfy(name -> assertThat(page).contains("| `" + name + "`"));
    }
}
