import { formatPercent } from '#i18n/number.ts'

/** A fraction as a percent without digits that say nothing: '0.05' → '5%'. */
export const formatLevelPercent = (fraction: string): string => formatPercent(fraction, 4).replace(/\.?0+%$/, '%')
