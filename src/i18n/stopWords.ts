/**
 * The usual stop list of each language: words that say little by themselves (articles, pronouns, prepositions, conjunctions, auxiliary
 * verbs, fillers of speech). Written for interviews; people take out and add what their material asks for.
 */
import type { Language } from './language.ts'

export const stopWords: Readonly<Record<Language, string>> = {
  de: `
    ab aber alle allem allen aller alles als also am an ander andere anderen anderer anderes auch auf aus bei beim bin bis bist da dabei
    dadurch dafür dagegen daher damit danach dann daran darauf daraus darin darüber darum das dass davon davor dazu dein deine deinem
    deinen deiner dem den denen denn der deren des deshalb dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch
    eben ein eine einem einen einer eines einfach einige einmal er es etwas euch euer eure für ganz gar gegen gehabt genau gewesen geworden
    hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in ins irgendwie ist ja jede
    jedem jeden jeder jedes jetzt kann kannst kein keine keinem keinen keiner können könnte machen mal man manche mehr mein meine meinem
    meinen meiner mich mir mit muss müssen musste nach nachdem natürlich neben nein nicht nichts noch nun nur ob oder ohne schon sehr sein
    seine seinem seinen seiner seit sich sie sind so sogar solche soll sollen sollte sondern sonst sowie über um und uns unser unsere
    unserem unseren unserer unter viel viele vom von vor war waren warst was weg weil welche welchem welchen welcher welches wenn wer
    werde werden wie wieder will wir wird wirst wo wollen wollte worden wurde wurden während würde würden zu zum zur zwar zwischen äh ähm`,
  en: `
    a about above after again against all also am an and any are aren't as at be because been before being below between both but by can
    can't cannot could couldn't did didn't do does doesn't doing don't down during each er erm even every few for from further get got
    had hadn't has hasn't have haven't having he he'd he'll he's her here hers herself him himself his how however i i'd i'll i'm i've if
    in into is isn't it it's its itself just kind like lot may maybe me might more most much must my myself no nor not of off oh ok okay
    on once one only or other our ours ourselves out over own quite rather really same she she'd she'll she's should shouldn't so some
    something sort still such than that that's the their theirs them themselves then there there's these they they'd they'll they're
    they've thing things this those through to too uh um under until up upon us very was wasn't we we'd we'll we're we've well were
    weren't what what's when where which while who whom whose why will with within without won't would wouldn't yeah yes yet you you'd
    you'll you're you've your yours yourself yourselves`,
  es: `
    a ahí ahora al algo algún alguna algunas alguno algunos allí ante antes aquel aquella aquellas aquello aquellos aquí así aun aunque
    bien cada casi como cómo con contra cosa cosas cual cuál cuales cuando cuándo cuanto cuánto de del desde después donde dónde dos
    durante e eh el él ella ellas ello ellos en entonces entre era eran eras es esa esas ese eso esos esta está estaba estaban estamos
    están estar estas este esto estos estoy estuve estuvo fue fueron fui ha haber había habían habíamos hace hacer hacia han has hasta hay
    he hemos hubo incluso la las le les lo los luego más me menos mi mí mía mías mientras mío míos mis misma mismas mismo mismos mucha
    muchas mucho muchos muy nada ni ningún ninguna ninguno no nos nosotras nosotros nuestra nuestras nuestro nuestros o os otra otras otro
    otros para pero poco por porque pues puede pueden que qué quien quién quienes se sea según ser será si sí sido siempre sin sino sobre
    sois solo somos son soy su sus suya suyas suyo suyos también tampoco tan tanto te tenemos tener tengo tenía ti tiene tienen toda todas
    todavía todo todos tras tu tú tus tuya tuyo u un una unas uno unos usted ustedes va vamos vosotras vosotros voy vuestra vuestro y ya yo`,
  fr: `
    à ah ai ainsi alors après as au aucun aucune aujourd'hui aussi autre autres aux avaient avais avait avant avec avez avoir avons beaucoup
    ben bien bon bref c'est c'était car ce ceci cela celle celles celui ces cet cette ceux chaque chez chose choses comme comment d'abord
    d'accord d'un d'une dans de déjà depuis des dès deux doit donc dont du elle elles en encore enfin ensuite entre es est et étaient étais
    était été étant être eu euh eux faire fais fait fois font hein hors il ils j'ai j'avais j'étais je jusque l'on la là laquelle le
    lequel les lesquelles lesquels leur leurs lorsque lui ma mais me même mêmes mes mien moi moins mon n'a n'ai n'est ne ni nos notre nous
    on ont ou où oui par parce pas pendant peu peut peux plus plusieurs plutôt pour pourquoi puis qu'elle qu'elles qu'il qu'ils qu'on
    quand quant que quel quelle quelles quelqu'un quelque quelques quels qui quoi s'est sa sans se sera serait ses si sien soi soit sommes
    son sont sous suis sur ta tandis te tel telle tes toi ton toujours tous tout toute toutes très trop tu un une va vais vers voilà vont
    vos votre vous vraiment vu y`,
  pt: `
    a à agora aí ainda além algo alguém algum alguma algumas alguns ali ante antes ao aos apenas após aquela aquelas aquele aqueles aqui
    aquilo as às assim até bem cada coisa coisas com como contra contudo da daquele das de dela delas dele deles depois desde dessa desse
    desta deste deve disso disto do dois dos durante e é ela elas ele eles em embora então enquanto entre era eram essa essas esse
    esses esta está estamos estão estar estas estava estavam este estes estive esteve estou eu faz fazer foi fomos for foram fosse fui há
    havia isso isto já la lá lhe lhes lo logo mais mas me mesma mesmas mesmo mesmos meu meus mim minha minhas muita muitas muito muitos na
    nada não nas né nela nele nem nenhum nenhuma ninguém nessa nesse nesta neste no nos nós nossa nossas nosso nossos num numa o onde os ou
    outra outras outro outros para pela pelas pelo pelos pode podem pois por porque porquê pouco pra qual quais qualquer quando quanto
    que quê quem quer se seja sem sempre sendo ser será seu seus si sido sim só sobre sou sua suas sob também tanto tão te tem têm temos
    tenho ter teu teus teve ti tinha tinham toda todas todo todos tu tua tuas tudo um uma umas uns vai vamos vão você vocês vos vou`,
}
