package com.throttlex.grpc;

import java.nio.file.Path;

/**
 * The certificate by which a service that asks for one knows this client.
 *
 * @param certificate the certificate in PEM, and those that lead to one the service trusts
 * @param key its private key in PEM (PKCS #8, not encrypted)
 */
public record ClientCertificate(Path certificate, Path key) {}
