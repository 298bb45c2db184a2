import { formatShare } from '#i18n/number.ts'

/** A fraction as a percent without digits that say nothing: '0.05' → '5%'. */
export const percent = (fraction: string): string => formatShare(fraction, 4).replace(/\.?0+%$/, '%')
