package com.throttlex.server.dashboard;

import org.openqa.selenium.chrome.AddHasCdp;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.chromium.ChromiumDriver;
import org.openqa.selenium.chromium.ChromiumDriverCommandExecutor;

/** Chromium, driven by the given executable; {@code ChromeDriver} could download another one. */
final class Chromium extends ChromiumDriver {
  Chromium(ChromeDriverService service, ChromeOptions options) {
    super(
        new ChromiumDriverCommandExecutor(service, new AddHasCdp().getAdditionalCommands()),
        options,
        ChromeOptions.CAPABILITY);
    cdp = new AddHasCdp().getImplementation(getCapabilities(), getExecuteMethod());
  }
}
