/** Only the end of an account's number: '···· 4567'. */
export const maskAccount = (number: string): string => `···· ${number.replace(/[ -]/g, '').slice(-4)}`

/** As people compare addresses: four characters at a time. */
export const inFours = (text: string): string[] => text.match(/.{1,4}/gu) ?? []
