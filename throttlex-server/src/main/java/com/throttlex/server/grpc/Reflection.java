package com.throttlex.server.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import io.vertx.grpc.common.GrpcMessage;
import io.vertx.grpc.common.GrpcMessageDecoder;
import io.vertx.grpc.common.GrpcMessageEncoder;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.common.ServiceMethod;
import io.vertx.grpc.common.ServiceName;
import io.vertx.grpc.reflection.v1.ErrorResponse;
import io.vertx.grpc.reflection.v1.FileDescriptorResponse;
import io.vertx.grpc.reflection.v1.ListServiceResponse;
import io.vertx.grpc.reflection.v1.ServerReflectionProto;
import io.vertx.grpc.reflection.v1.ServerReflectionRequest;
import io.vertx.grpc.reflection.v1.ServerReflectionResponse;
import io.vertx.grpc.reflection.v1.ServiceResponse;
import io.vertx.grpc.server.GrpcServer;
import io.vertx.grpc.server.GrpcServerRequest;
import io.vertx.grpc.server.Service;
import io.vertx.grpc.server.StatusException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The reflection service: lists services and messages, under both names that clients use.
 *
 * <p>It replaces Vert.x's own, which ends a stream after one request and does not support enums.
 */
final class Reflection {
  private static final MessageReader<ServerReflectionRequest> READER =
      new MessageReader<>(ServerReflectionRequest.parser());

  private final Set<String> services = new LinkedHashSet<>();
  private final Map<String, FileDescriptor> files = new HashMap<>();
  private final Map<String, FileDescriptor> symbols = new HashMap<>();

  /** Adds reflection of all its services, and of those of another server, to a server. */
  static void add(GrpcServer server, GrpcServer other) {
    Reflection reflection = new Reflection();
    server.addService(reflection.service("grpc.reflection.v1.ServerReflection"));
    server.addService(reflection.service("grpc.reflection.v1alpha.ServerReflection"));
    server.services().forEach(reflection::add);
    other.services().forEach(reflection::add);
  }

  private void add(Service service) {
    services.add(service.name().fullyQualifiedName());
    add(service.descriptor().getFile());
  }

  /** Returns the service under a name; the older version has the same messages. */
  private Service service(String fullName) {
    ServiceName name = ServiceName.create(fullName);
    ServiceMethod<ServerReflectionRequest, ServerReflectionResponse> method =
        ServiceMethod.server(
            name,
            "ServerReflectionInfo",
            GrpcMessageEncoder.encoder(),
            GrpcMessageDecoder.decoder(ServerReflectionRequest.getDefaultInstance()));
    return Service.service(
            name, ServerReflectionProto.getDescriptor().findServiceByName("ServerReflection"))
        .bind(method, this::handle)
        .build();
  }

  private void add(FileDescriptor file) {
    if (files.put(file.getName(), file) != null) {
      return;
    }
    file.getDependencies().forEach(this::add);
    file.getMessageTypes().forEach(this::add);
    file.getEnumTypes().forEach(type -> symbols.put(type.getFullName(), file));
    for (ServiceDescriptor service : file.getServices()) {
      symbols.put(service.getFullName(), file);
      for (MethodDescriptor method : service.getMethods()) {
        symbols.put(method.getFullName(), file);
      }
    }
  }

  private void add(Descriptor type) {
    symbols.put(type.getFullName(), type.getFile());
    type.getNestedTypes().forEach(this::add);
    for (EnumDescriptor nested : type.getEnumTypes()) {
      symbols.put(nested.getFullName(), nested.getFile());
    }
  }

  private void handle(GrpcServerRequest<ServerReflectionRequest, ServerReflectionResponse> call) {
    call.invalidMessageHandler(
        invalid -> GrpcFailures.end(call, RefusedMessageException.tooLarge().status()));
    call.messageHandler(message -> answer(call, message));
    call.endHandler(end -> call.response().end());
  }

  private void answer(
      GrpcServerRequest<ServerReflectionRequest, ServerReflectionResponse> call,
      GrpcMessage message) {
    try {
      call.response().write(answer(READER.read(message)));
    } catch (StatusException | RefusedMessageException e) {
      GrpcFailures.end(call, GrpcFailures.thrown(e));
    }
  }

  private ServerReflectionResponse answer(ServerReflectionRequest request) {
    ServerReflectionResponse.Builder response =
        ServerReflectionResponse.newBuilder()
            .setValidHost(request.getHost())
            .setOriginalRequest(request);
    return switch (request.getMessageRequestCase()) {
      case LIST_SERVICES -> response.setListServicesResponse(list()).build();
      case FILE_BY_FILENAME -> file(response, files.get(request.getFileByFilename()));
      case FILE_CONTAINING_SYMBOL -> file(response, symbols.get(request.getFileContainingSymbol()));
      default -> response.setErrorResponse(error(GrpcStatus.NOT_FOUND, "no extensions")).build();
    };
  }

  private ListServiceResponse.Builder list() {
    ListServiceResponse.Builder list = ListServiceResponse.newBuilder();
    services.forEach(name -> list.addService(ServiceResponse.newBuilder().setName(name)));
    return list;
  }

  private static ServerReflectionResponse file(
      ServerReflectionResponse.Builder response, @Nullable FileDescriptor file) {
    if (file == null) {
      return response.setErrorResponse(error(GrpcStatus.NOT_FOUND, "not found")).build();
    }
    Set<FileDescriptor> needed = new LinkedHashSet<>();
    collect(file, needed);
    FileDescriptorResponse.Builder protos = FileDescriptorResponse.newBuilder();
    needed.forEach(each -> protos.addFileDescriptorProto(each.toProto().toByteString()));
    return response.setFileDescriptorResponse(protos).build();
  }

  private static void collect(FileDescriptor file, Set<FileDescriptor> to) {
    if (to.add(file)) {
      file.getDependencies().forEach(dependency -> collect(dependency, to));
    }
  }

  private static ErrorResponse.Builder error(GrpcStatus status, String message) {
    return ErrorResponse.newBuilder().setErrorCode(status.code).setErrorMessage(message);
  }
}
