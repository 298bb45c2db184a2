/** Whether passkeys can be used on this page at all: the browser knows them, and the page has a name, since no passkey belongs to an address. */
export const arePasskeysSupported = (): boolean => typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname)

/** Whether the browser offers passkeys among the account names that it fills in. */
export const isPasskeyAutofillSupported = async (): Promise<boolean> =>
  arePasskeysSupported() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)

/** A name for a new passkey that its owner will recognise: "iPhone", "Windows". */
export function deviceNameForPasskey(): string {
  const platformPatterns = [/iPhone/, /iPad/, /Android/, /Windows/, /CrOS/, /Mac/, /Linux/]
    .map((pattern) => pattern.exec(navigator.userAgent)?.[0])
    .find(Boolean)
  return platformPatterns === 'CrOS' ? 'Chromebook' : (platformPatterns ?? '')
}
