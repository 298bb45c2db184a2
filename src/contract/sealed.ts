/** The sealed body of requirements §7 and product §1.1: base64(RSA(key)) + '.' + base64(AES-256-ECB(json)). */

/** Letters and digits without look-alikes, as product §1.1 lists them. */
export const sealKeyAlphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const sealKeyLength = 32

/** Names the RSA key that the sender used, so that two keys can live side by side. */
export const sealKidHeader = 'x-seal-kid'

/** Inside every sealed JSON, beside the payload: when it was sealed (ms) and a nonce, so that a replay is refused. */
export const sealWindowMs = 120_000
export const sealTimeField = '_ts'
export const sealNonceField = '_nonce'
