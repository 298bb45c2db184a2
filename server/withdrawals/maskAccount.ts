/** Only the end of an account's number: '···· 4567'. */
export const maskBankAccountNumber = (number: string): string => `···· ${number.replace(/[ -]/g, '').slice(-4)}`

/** As people compare addresses: four characters at a time. */
export const groupAddressByFour = (text: string): string[] => text.match(/.{1,4}/gu) ?? []
