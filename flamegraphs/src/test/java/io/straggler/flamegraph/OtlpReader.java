package io.straggler.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.profiles.v1development.KeyValueAndUnit;
import io.opentelemetry.proto.profiles.v1development.Link;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.ResourceProfiles;
import io.opentelemetry.proto.profiles.v1development.Sample;
import io.opentelemetry.proto.profiles.v1development.ScopeProfiles;
import io.opentelemetry.proto.profiles.v1development.ValueType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads back what {@link OtlpFormat} writes, by OpenTelemetry's own classes, and refuses what its definition does. */
final class OtlpReader {
    private final ResourceProfiles ofResource;
    private final ScopeProfiles ofScope;
    private final ProfilesDictionary dictionary;
    private final Map<String, Set<Integer>> referenced = new HashMap<>();

    private OtlpReader(ProfilesData data) {
        ofResource = data.getResourceProfilesList().get(0);
        ofScope = ofResource.getScopeProfilesList().get(0);
        dictionary = data.getDictionary();
    }

    /** The only scope of the only resource of a message, after a look at every number in it. */
    static OtlpReader of(byte[] message) throws InvalidProtocolBufferException {
        ProfilesData data = ProfilesData.parseFrom(message);
        ExportProfilesServiceRequest request = ExportProfilesServiceRequest.parseFrom(message);
        assertThat(request.getUnknownFields().asMap()).as("sent as it is").isEmpty();
        assertThat(data.getResourceProfilesList()).hasSize(1);
        assertThat(data.getResourceProfiles(0).getScopeProfilesList()).hasSize(1);
        OtlpReader reader = new OtlpReader(data);
        reader.check(data);
        reader.checkTables();
        reader.profiles().forEach(OtlpReader::checkSamples);
        return reader;
    }

    /** Each table begins with what stands for none, and holds nothing twice and nothing that is not referred to. */
    private void checkTables() {
        dictionary.getDescriptorForType().getFields().forEach(table -> {
            List<?> entries = (List<?>) dictionary.getField(table);
            assertThat(entries).as(table.getName()).isNotEmpty().doesNotHaveDuplicates();
            assertThat(entries.get(0)).as(table.getName()).isEqualTo(none(entries.get(0)));
            assertThat(referenced.getOrDefault(table.getName(), Set.of()))
                    .as(table.getName())
                    .hasSize(entries.size() - 1);
        });
    }

    private static Object none(Object entry) {
        if (entry instanceof Link) {
            return Link.newBuilder()
                    .setTraceId(ByteString.copyFrom(new byte[16]))
                    .setSpanId(ByteString.copyFrom(new byte[8]))
                    .build();
        }
        return entry instanceof Message message ? message.getDefaultInstanceForType() : "";
    }

    /** No field is unknown, and every number points into its table. */
    private void check(Message message) {
        assertThat(message.getUnknownFields().asMap())
                .as(message.getDescriptorForType().getName())
                .isEmpty();
        message.getAllFields().forEach((field, value) -> {
            List<?> values = field.isRepeated() ? (List<?>) value : List.of(value);
            for (Object one : values) {
                if (one instanceof Message inner) {
                    check(inner);
                } else if (field.getName().matches(".*_(strindex|index|indices)")) {
                    refer(tableOf(field), (int) one);
                }
            }
        });
    }

    private static String tableOf(FieldDescriptor field) {
        String name = field.getName();
        return name.endsWith("_strindex") ? "string_table" : name.substring(0, name.lastIndexOf('_')) + "_table";
    }

    private void refer(String table, int index) {
        FieldDescriptor field = dictionary.getDescriptorForType().findFieldByName(table);
        assertThat(index).as(table).isBetween(0, dictionary.getRepeatedFieldCount(field) - 1);
        if (index > 0) {
            referenced.computeIfAbsent(table, key -> new HashSet<>()).add(index);
        }
    }

    /** What is of the same stack with the same attributes is one sample. */
    private static void checkSamples(Profile profile) {
        assertThat(profile.getSamplesList())
                .allSatisfy(sample -> assertThat(sample.getValuesList()).hasSize(1))
                .extracting(
                        sample -> Map.entry(sample.getStackIndex(), new HashSet<>(sample.getAttributeIndicesList())))
                .doesNotHaveDuplicates();
    }

    List<Profile> profiles() {
        return ofScope.getProfilesList();
    }

    String sampleType(int profile) {
        return text(profiles().get(profile).getSampleType());
    }

    String periodType(int profile) {
        return text(profiles().get(profile).getPeriodType());
    }

    private String text(ValueType type) {
        return string(type.getTypeStrindex()) + " " + string(type.getUnitStrindex());
    }

    private String string(int index) {
        return dictionary.getStringTable(index);
    }

    /** Name and version. */
    String scope() {
        return ofScope.getScope().getName() + " " + ofScope.getScope().getVersion();
    }

    Map<String, String> resource() {
        Map<String, String> attributes = new HashMap<>();
        ofResource
                .getResource()
                .getAttributesList()
                .forEach(attribute ->
                        attributes.put(attribute.getKey(), attribute.getValue().getStringValue()));
        return attributes;
    }

    /** Of each sample, in order. */
    List<Long> values(int profile) {
        return profiles().get(profile).getSamplesList().stream()
                .map(sample -> sample.getValues(0))
                .toList();
    }

    /** Of each sample, the names of its frames, root first. */
    List<List<String>> names(int profile) {
        return locations(profile).stream()
                .map(stack -> stack.stream()
                        .map(location -> string(dictionary
                                .getFunctionTable(location.getLines(0).getFunctionIndex())
                                .getNameStrindex()))
                        .toList())
                .toList();
    }

    /** Of each sample, the attributes of its frames, root first. */
    List<List<Map<String, String>>> frameAttributes(int profile) {
        return locations(profile).stream()
                .map(stack -> stack.stream()
                        .map(location -> attributes(location.getAttributeIndicesList()))
                        .toList())
                .toList();
    }

    private List<List<Location>> locations(int profile) {
        List<List<Location>> stacks = new ArrayList<>();
        for (Sample sample : profiles().get(profile).getSamplesList()) {
            List<Location> stack = new ArrayList<>();
            dictionary
                    .getStackTable(sample.getStackIndex())
                    .getLocationIndicesList()
                    .forEach(index -> stack.add(dictionary.getLocationTable(index)));
            Collections.reverse(stack);
            stacks.add(stack);
        }
        return stacks;
    }

    /** Of each sample, by key; numbers with their unit. */
    List<Map<String, String>> attributes(int profile) {
        return profiles().get(profile).getSamplesList().stream()
                .map(sample -> attributes(sample.getAttributeIndicesList()))
                .toList();
    }

    private Map<String, String> attributes(List<Integer> indexes) {
        Map<String, String> attributes = new HashMap<>();
        for (int index : indexes) {
            KeyValueAndUnit attribute = dictionary.getAttributeTable(index);
            String unit = attribute.getUnitStrindex() == 0 ? "" : " " + string(attribute.getUnitStrindex());
            assertThat(attributes.put(string(attribute.getKeyStrindex()), text(attribute.getValue()) + unit))
                    .isNull();
        }
        return attributes;
    }

    private static String text(AnyValue value) {
        return value.hasIntValue() ? Long.toString(value.getIntValue()) : value.getStringValue();
    }
}
