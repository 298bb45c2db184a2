/** An amount without the zeros that say nothing: 10.00 is 10, 0.00050 is 0.0005. */
export const plain = (value: string): string => (value.includes('.') ? value.replace(/\.?0+$/, '') : value)
