/** Whether passkeys can be used on this page at all: the browser knows them, and the page has a name, since no passkey belongs to an address. */
export const arePasskeysHere = (): boolean => typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname)

/** Whether the browser offers passkeys among the account names that it fills in. */
export const canFillInPasskeys = async (): Promise<boolean> =>
  arePasskeysHere() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)

/** A name for a new passkey that its owner will recognise: "iPhone", "Windows". */
export function thisDevice(): string {
  const known = [/iPhone/, /iPad/, /Android/, /Windows/, /CrOS/, /Mac/, /Linux/]
    .map((shape) => shape.exec(navigator.userAgent)?.[0])
    .find(Boolean)
  return known === 'CrOS' ? 'Chromebook' : (known ?? '')
}
