package com.throttlex.grpc;

import java.nio.file.Path;

/**
 * The certificate that this client presents to a service with mutual TLS.
 *
 * @param certificate the certificate chain in PEM
 * @param key its private key in PEM (PKCS #8, not encrypted)
 */
public record ClientCertificate(Path certificate, Path key) {}
