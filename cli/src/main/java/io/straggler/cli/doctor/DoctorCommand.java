package io.straggler.cli.doctor;

import io.straggler.cli.option.ColourOptions;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.text.Screen;
import io.straggler.sampler.Sampler;
import io.straggler.sampler.linux.SystemFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code straggler doctor}: looks at the machine and says what each thing means for the result. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = "Looks at machine, container and JVM, and says what each thing means for the result.")
public final class DoctorCommand implements Callable<Integer> {
    @Mixin
    private ColourOptions colours;

    @Override
    public Integer call() {
        List<Finding> findings = Doctor.examine(
                SystemFiles.ofThisMachine(), ThisProcess.observe(Path.of("."), Sampler::asyncProfilerVersion));
        Screen screen = Screen.of(System.out);
        int width = screen.width().columns();
        FindingTable table = colours.wanted() ? FindingTable.coloured(width) : FindingTable.plain(width);
        System.out.print(table.render(findings));
        screen.println();
        screen.println(screen.width().wrapped("", Doctor.conclusion(findings)));
        System.out.flush();
        return ExitCode.OK;
    }
}
