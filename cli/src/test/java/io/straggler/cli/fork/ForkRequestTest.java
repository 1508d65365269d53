package io.straggler.cli.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.cli.option.TaskSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkRequestTest {
    @TempDir
    private Path folder;

    private ForkRequest passedOn(TaskSpec task) throws IOException {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("rate", "10k/s");
        options.put("label", "a=1,b=\n");
        ForkRequest request = new ForkRequest(task, 3, options);
        request.write(folder);
        assertThat(ForkRequest.read(folder)).isEqualTo(request);
        return ForkRequest.read(folder);
    }

    @Test
    void shouldPassATaskOn() throws IOException {
        ForkRequest read = passedOn(new TaskSpec.OfClass("com.acme.Task"));

        assertThat(read.task()).isEqualTo(new TaskSpec.OfClass("com.acme.Task"));
        assertThat(read.options().keySet()).containsExactly("rate", "label");
    }

    /** Whatever stands in the names. */
    @Test
    void shouldPassAProgramOfAnotherHarnessOnWithItsSettings() throws IOException {
        TaskSpec program = new TaskSpec.Hosted("jmh", "com.acme:Bench\n.run", List.of("size=1\n2", "", "a:b=c"));

        assertThat(passedOn(program).task()).isEqualTo(program);
    }

    @Test
    void shouldNotTakeATaskForAProgramBecauseOfItsName() throws IOException {
        TaskSpec task = new TaskSpec.OfClass("jmh:com.acme.Task");

        assertThat(passedOn(task).task()).isEqualTo(task);
    }
}
