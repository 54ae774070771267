package com.throttlex.server.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.ThrottleXServer;
import com.throttlex.server.config.Settings;
import com.throttlex.server.config.SettingsReader;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The objects of deploy/manifests fit together, and fit the program. */
class ManifestsTest {
  /** A node drains for up to 10 s, and waits 11 s for what does not end. */
  private static final int DRAIN_SECONDS = 21;

  private final Manifests manifests = Manifests.read();
  @TempDir Path folder;

  /** Returns the options of a node of the manifests, with its folders in the folder of the test. */
  private Map<String, String> options() throws IOException {
    Path config = Files.createDirectories(folder.resolve("etc"));
    for (Map.Entry<String, Object> file :
        manifests.first("ConfigMap").at("data").map().entrySet()) {
      String text =
          file.getValue()
              .toString()
              .replace("/etc/throttlex", config.toString())
              .replace("/var/lib/throttlex", folder.resolve("data").toString());
      Files.writeString(config.resolve(file.getKey()), text);
    }
    List<String> arguments =
        manifests.container().at("args").list().stream().map(Yaml::text).toList();
    assertThat(arguments).containsExactly("serve", "--config", "/etc/throttlex/throttlex.yml");
    return Map.of("config", config.resolve("throttlex.yml").toString());
  }

  private Settings settings() throws IOException {
    return SettingsReader.read(options(), Map.of(), folder);
  }

  @Test
  void configuration_isReadAndHasThePortsOfTheContainer() throws IOException {
    Settings settings = settings();
    assertThat(settings.server().host()).isEqualTo("0.0.0.0");
    assertThat(settings.server().port()).isEqualTo(manifests.port("checks"));
    assertThat(settings.server().adminPort()).isEqualTo(manifests.port("admin"));
    assertThat(settings.server().respPort()).isEqualTo(manifests.port("resp"));
    assertThat(settings.store().expectedNodes())
        .isEqualTo(manifests.first("HorizontalPodAutoscaler").at("spec.minReplicas").number());
  }

  @Test
  void probesAndMetrics_ofAStartedNode_areAnswered() throws Exception {
    Map<String, String> options = new HashMap<>(RunningServer.anyPorts(folder));
    options.putAll(options());
    options.put("host", "127.0.0.1");
    Settings settings = SettingsReader.read(options, Map.of(), folder);
    try (ThrottleXServer server = ThrottleXServer.start(settings)) {
      for (String probe : List.of("startupProbe", "readinessProbe", "livenessProbe")) {
        Yaml get = manifests.container().at(probe + ".httpGet");
        assertThat(status(server, get.at("port").text(), get.at("path").text())).isEqualTo(200);
      }
      Yaml monitor = manifests.first("ServiceMonitor").at("spec.endpoints").list().get(0);
      String port = monitor.at("port").text();
      assertThat(status(server, port, monitor.at("path").text())).isEqualTo(200);
      assertThat(server.rules()).isPositive();
    }
  }

  private static int status(ThrottleXServer server, String port, String path) throws Exception {
    int number = port.equals("admin") ? server.adminPort() : server.port();
    return HttpClient.newHttpClient()
        .send(RunningServer.request(number, path).build(), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void services_sendToPortsOfTheContainerAndSelectThePods() {
    Map<String, Object> labels =
        manifests.first("Deployment").at("spec.template.metadata.labels").map();
    assertThat(manifests.all("Service")).hasSize(2);
    for (Yaml service : manifests.all("Service")) {
      assertThat(labels).containsAllEntriesOf(service.at("spec.selector").map());
      for (Yaml port : service.at("spec.ports").list()) {
        assertThat(port.at("port").number())
            .isEqualTo(manifests.port(port.at("targetPort").text()));
      }
    }
    for (String kind : List.of("PodDisruptionBudget", "Deployment")) {
      Yaml selector = manifests.first(kind).at("spec.selector.matchLabels");
      assertThat(labels).containsAllEntriesOf(selector.map());
    }
  }

  @Test
  void networkPolicy_allowsTheDataPlaneAndTheAdminPlaneApart() {
    List<List<String>> ports =
        manifests.first("NetworkPolicy").at("spec.ingress").list().stream()
            .map(rule -> rule.at("ports").list().stream().map(p -> p.at("port").text()).toList())
            .toList();
    assertThat(ports).containsExactly(List.of("checks", "resp"), List.of("admin"));
    ports.forEach(names -> names.forEach(name -> assertThat(manifests.port(name)).isPositive()));
  }

  @Test
  void autoscaler_scalesTheDeploymentByCpuAndDecisions() {
    Yaml scaler = manifests.first("HorizontalPodAutoscaler").at("spec");
    assertThat(scaler.at("scaleTargetRef.name").text())
        .isEqualTo(manifests.first("Deployment").at("metadata.name").text());
    List<String> kinds =
        scaler.at("metrics").list().stream().map(metric -> metric.at("type").text()).toList();
    assertThat(kinds).containsExactly("ContainerResource", "Pods");
  }

  @Test
  void pod_hasTimeToDrain() {
    int waiting = manifests.container().at("lifecycle.preStop.sleep.seconds").number();
    assertThat(manifests.pod().at("terminationGracePeriodSeconds").number())
        .isGreaterThan(waiting + DRAIN_SECONDS);
  }

  @Test
  void pod_hasNoRightsAndAReadOnlyRoot() {
    Yaml pod = manifests.pod();
    assertThat(pod.at("securityContext.runAsNonRoot").text()).isEqualTo("true");
    assertThat(pod.at("securityContext.seccompProfile.type").text()).isEqualTo("RuntimeDefault");
    assertThat(pod.at("automountServiceAccountToken").text()).isEqualTo("false");
    Yaml container = manifests.container();
    Yaml rights = container.at("securityContext");
    assertThat(rights.at("allowPrivilegeEscalation").text()).isEqualTo("false");
    assertThat(rights.at("readOnlyRootFilesystem").text()).isEqualTo("true");
    assertThat(rights.at("capabilities.drop").text()).isEqualTo("[ALL]");
    assertThat(container.at("resources.limits.memory").text())
        .isEqualTo(container.at("resources.requests.memory").text());
  }

  @Test
  void folders_thatANodeWritesTo_areVolumes() {
    List<String> written =
        manifests.container().at("volumeMounts").list().stream()
            .filter(mount -> !mount.map().containsKey("readOnly"))
            .map(mount -> mount.at("mountPath").text())
            .toList();
    assertThat(written).containsExactly("/var/lib/throttlex", "/tmp");
  }
}
