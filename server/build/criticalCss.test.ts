import { expect, it } from 'vitest'
import { extractCriticalCss } from './criticalCss.ts'

const markup = '<div class="a b"><p class="c">x</p></div>'
const critical = (css: string): string => extractCriticalCss(css, markup)

it('keeps the rules that the markup can meet, and of a list the selectors', () => {
  expect(critical('.a{x:1}.d{x:2}.a .c,.a .d,p{x:3}.a .d{x:4}')).toBe('.a{x:1}.a .c,p{x:3}')
  expect(critical(':root[data-theme=dark] .c{x:1}.a:not(.d,.c){x:2}:is(p,h1){x:3}')).toBe(':root[data-theme=dark] .c{x:1}:is(p,h1){x:3}')
})

it('keeps what is said of fonts, of windows and of colours, but no empty rooms', () => {
  const font = '@font-face{font-family:"a{b}";src:url(x)}'
  expect(critical(`${font}@media (width>=9px){.a{x:1}.d{x:2}}@media print{.d{x:3}}:root{--c:1}`)).toBe(
    `${font}@media (width>=9px){.a{x:1}}:root{--c:1}`,
  )
})

it('keeps movements that a kept rule names', () => {
  expect(critical('@keyframes k1{to{opacity:0}}@keyframes k2{to{opacity:0.5}}.a{animation:k1 1s}.d{animation:k2 1s}')).toBe(
    '@keyframes k1{to{opacity:0}}.a{animation:k1 1s}',
  )
})
