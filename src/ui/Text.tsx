import type { ElementType } from 'react'
import { joinClassNames } from './classes.ts'
import type { PrimitiveProps } from './primitives/props.ts'

interface TextOptions {
  /** `inherit`: as what stands around. */
  size?: 'inherit' | 'micro' | 'small' | 'body' | 'h2' | 'h1'
  weight?: 'medium' | 'strong'
  /** Without one, the colour of what stands around. */
  tone?: 'ink' | 'muted' | 'quiet' | 'primary' | 'error' | 'warn' | 'brass'
  /** Figures all of one width, for what changes or stands in columns. */
  tabular?: boolean
}

/** Words of one size, weight and tone: a small paragraph unless said otherwise. */
export function Text<E extends ElementType = 'p'>(props: PrimitiveProps<E, TextOptions>) {
  const { as: Element = 'p', size = 'small', weight, tabular, tone, className, ...rest } = props as PrimitiveProps<'p', TextOptions>
  const classes = joinClassNames(
    size !== 'inherit' && `text-${size}`,
    weight && `weight-${weight}`,
    tabular && 'tabular',
    tone && `tone-${tone}`,
    className,
  )
  return <Element {...rest} className={classes} />
}
