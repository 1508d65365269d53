package io.straggler.cli.report;

import io.straggler.cli.option.UsageException;
import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Understands the name of a format, in any case. For a format that another tool writes, its error names the command. */
final class ReportFormatConverter implements ITypeConverter<ReportFormat> {
    @Override
    public ReportFormat convert(String name) {
        ConvertedFormat.named(name).ifPresent(format -> {
            throw new UsageException(format.advice());
        });
        return Arrays.stream(ReportFormat.values())
                .filter(format -> format.toString().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("must be a format: format=" + name));
    }
}
