// The words and runs behind the passwords that leak most often. A password is compared whole and as its bare word:
// lower-cased, look-alike signs turned back to letters, digits and signs around it dropped (P@ssw0rd!23 is password).
const words = `
password passwort passw0rd motdepasse contrasena contrasenia senha parola wachtwoord haslo salasana losenord sifre kennwort
qwerty qwertyu qwertyui qwertyuiop qwertz azerty azertyuiop asdf asdfg asdfgh asdfghjk asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc
qweasd qweasdzxc wsxedc edcrfv poiuy poiuyt lkjhgf mnbvcx mnbvcxz qwer qwert abcd abcde abcdef abcdefg abcdefgh abcdefghi abc abcabc aaaa aaaaaa
admin administrator root user guest test testing tester demo default changeme change secret secure security access login signin welcome
letmein letme open opensesame sesame enter please hello hellothere helloworld hi hey whatever nothing something anything forgot forgotten
iloveyou ilovegod iloveme iloveu loveyou loveme lover lovers love lovely mylove truelove forever always together babygirl babyboy baby babe honey
sweet sweety sweetie sweetheart angel angels darling princess prince queen king kingdom kings lady ladies girl girls boy boys bitch fuckyou fuckme fucker
fuckoff asshole pussy sexy sex sexsex dick penis bigdick bigcock bastard shit bullshit
dragon monkey tiger tigers lion lions eagle eagles falcon falcons hawk wolf wolves bear bears panther panthers cobra shark dolphin dolphins horse horses
kitty kitten cat cats puppy dog dogs doggy doggie bulldog chicken turtle spider spiderman butterfly rabbit bunny snoopy scooby scoobydoo
football soccer baseball basketball hockey tennis golf golfer volleyball softball cricket rugby boxing wrestling surfer skater rider racing
arsenal chelsea liverpool manchester manunited united barcelona barca realmadrid madrid juventus milan inter bayern ajax celtic rangers everton
yankees redsox lakers cowboys steelers packers patriots giants dodgers braves broncos raiders redskins chargers vikings dolphin jordan michael kobe lebron ronaldo messi beckham
michelle jennifer jessica ashley amanda nicole daniel david robert thomas joshua andrew matthew anthony william james john johnny joseph charlie
charles george richard steven stephen edward patrick alexander alex alexandra alexis andrea angela anna barbara brandon brian chris christian christina
christopher cookie crystal danielle debbie dennis diana donald elizabeth emily eric gabriel hannah heather jackson jasmine jason jeremy jonathan justin
karen katie kevin kimberly kristen laura lauren linda lisa louise lucy marcus maria marina mark martin martina mary maxwell megan melissa mike morgan
natalie natasha nathan nicholas oliver olivia pamela paul peter rachel rebecca ricardo ryan samantha samuel sandra sara sarah scott sebastian sharon
sophie stella stephanie steve susan sylvia taylor teresa tiffany timothy tony travis tyler valentina vanessa veronica victor victoria vincent virginia zachary
summer winter spring autumn fall sunshine sunny sunday monday tuesday wednesday thursday friday saturday january february march april may june july august
september october november december holiday christmas easter halloween birthday
master mustang ferrari porsche mercedes bmw honda toyota yamaha suzuki harley corvette camaro chevy chevrolet dodge ford ducati lamborghini maserati
superman batman ironman starwars starwar startrek pokemon pikachu naruto minecraft fortnite roblox warcraft nintendo playstation xbox sega mario sonic zelda
matrix hunter killer ninja samurai warrior soldier ranger sniper shadow ghost phantom phoenix thunder lightning storm hurricane tornado freedom liberty
magic merlin wizard gandalf hobbit potter harry harrypotter hermione dumbledore voldemort star stars stargate galaxy planet cosmos universe sunset moon moonlight
computer internet windows microsoft google apple iphone samsung android nokia sony dell facebook twitter instagram youtube yahoo gmail hotmail linkedin amazon netflix
server system network database software program hacker cracker manager office business company money dollar dollars cash bank banker rich millionaire success
bitcoin crypto ethereum trader trading trade gold silver forex wallet satoshi binance coinbase hodl blockchain fairlead
orange banana cherry strawberry peaches apples lemon mango chocolate coffee pepper ginger cheese pizza burger cocacola pepsi beer whiskey vodka
flower flowers rose roses rainbow blue red green black white purple yellow pink silver golden diamond diamonds crystal pearl ruby
america american canada england london paris france germany berlin italy roma spain mexico brasil brazil argentina colombia chile peru india china beijing
shanghai japan tokyo korea seoul vietnam hanoi saigon thailand bangkok malaysia taiwan taipei singapore indonesia australia sydney newyork california texas florida dallas
jesus jesuschrist christ god godisgood blessed blessing faith heaven hope grace trinity church bible angelina allah bismillah muhammad buddha krishna shiva
family mother father mom mum mommy mummy daddy dad sister brother friend friends friendship bestfriend buddy mamma mama papa mylife life myself lucky
music guitar piano drummer rockstar rocknroll metallica nirvana slipknot beatles eminem rihanna beyonce madonna elvis dance dancer
tinkerbell cinderella barbie hellokitty mickey mickeymouse minnie disney donald winnie tigger garfield simpson homer bart snowwhite nemo
matkhau anhyeuem emyeuanh khongbiet sayang sayangku cinta rahasia bismillah indonesia teamo tequiero amor amorcito mivida hola corazon princesa
woaini aini wodemima mima nihao aishiteru sakura doraemon yamato arigato password saranghae korea
trustno trustnoone blink nopass nopassword mypassword yourpassword thepassword newpassword oldpassword passpass pass passcode passphrase passme
`
const runs = `
12345678 123456789 1234567890 0123456789 87654321 987654321 9876543210 11111111 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999
00000000 12341234 11223344 12121212 10101010 01010101 12344321 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1zaq1 q1w2e3r4
q1w2e3r4t5 q1w2e3r4t5y6 a1b2c3d4 a1b2c3d4e5 a1s2d3f4 abcd1234 abc12345 1a2b3c4d 123qweasd 123qwe123 qwe123qwe asd123asd 1234qwer qwer1234 asdf1234 zxcv1234
147258369 159753456 741852963 963852741 789456123 321654987 112233445566 123123123 123321123 1234554321 31415926 3141592653 27182818 5201314520 0987654321
`

const common = new Set([...words.split(/\s+/), ...runs.split(/\s+/)].filter(Boolean))

const lookAlikes: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }

/** Whether this is one of the most common passwords, or one of their words dressed up with digits and signs. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const bare = lower.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const turned = lower.replace(/^[\d\W_]+(?=.*[a-z])|[\d!?.,*#_-]+$/g, '').replace(/[013457@$!]/g, (sign) => lookAlikes[sign] ?? sign)
  const doubled = /^(.{2,})\1+$/.exec(bare)?.[1] ?? ''
  return [lower, bare, turned, turned.replace(/^[^a-z]+|[^a-z]+$/g, ''), turned.replaceAll('i', 'l'), doubled].some(
    (candidate) => candidate !== '' && common.has(candidate),
  )
}
