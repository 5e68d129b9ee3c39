"""Words that people use every day: a title made of them needs support before it is taken for a mention.

Short lists, written for this purpose, in five languages; endings are taken off before a word is looked up. What they
do not know, the catalogue itself tells: a word that stands in several titles is no name.
"""

from __future__ import annotations

from functools import cache

FUNCTION = """
a an the this that these those my your his her its our their some any no every each all both few many much more most
other another such same own i you he she it we they me him us them mine yours hers ours theirs who whom whose which
what where when why how whoever whatever and or but nor so yet for of in on at by to from with without within into
onto upon about above below under over between among through during before after since until till against along across
behind beside beyond near off out up down away back again once twice then than now here there soon later always never
often sometimes ever just only even still also too very quite rather almost enough not is am are was were be been
being do does did done doing have has had having can could will would shall should may might must go goes going went
gone get gets getting got come comes coming came if because while though although as like unless whether else yes ok
okay oh well let lets dont im ive its thats isnt cant wont youve youre hes shes weve theyre theyve youll theyll didnt
doesnt wasnt werent couldnt wouldnt shouldnt havent hasnt hadnt arent aint whats wheres heres theres whos nothing
something anything everything nobody somebody anybody everybody anyone someone everyone none one ones stand stands sat
sit sits
"""
"""Words of which nobody notices that they are there; English."""

ELSEWHERE = """
der die das den dem des ein eine einer einem einen und oder aber nicht ist sind war waren bin bist hat haben hatte
wird werden wir ihr sie er es ich du mich dich sich uns euch mir dir mein dein sein unser euer auf aus bei mit nach
seit von zu zum zur im in an am um vor hinter unter zwischen her hin hier dort da dann wenn weil dass als wie was wer
wo warum so noch schon nur auch sehr mehr viel gut alle alles immer nie heute gestern morgen jetzt komm geh boot see
haus tag nacht zeit leben welt mann frau kind liebe weg hand auge wasser berg hund katze stadt land brot rot blau kalt
warm le la les un une des du de et ou mais ne pas est sont etait suis es a ont avoir etre je tu il elle nous vous ils
elles me te se lui leur mon ton son ma ta sa mes tes ses notre votre ce cet cette ces qui que quoi dont ou quand
comment pourquoi dans sur sous avec sans pour par en au aux chez vers apres avant tres plus moins bien mal tout tous
toute rien jamais toujours encore deja oui non ici la hier demain jour nuit temps vie monde homme femme enfant amour
maison main eau chien chat ville rouge bleu papillon ami amie roi reine coeur el los las una unos unas y o pero no es
son era fue soy eres he has ha hay estar ser yo tu ella nosotros ellos mi su sus lo al del con sin por para en entre
hasta desde sobre que quien cual cuando donde como porque muy mas menos bien mal todo todos nada nunca siempre ya aqui
alli ayer hoy manana dia noche tiempo vida mundo hombre mujer nino amor casa mano agua perro gato ciudad rojo azul
once uno dos tres cuatro cinco seis siete ocho nueve diez doce sol mar il gli i uno e ma non sono era io lui lei noi
voi loro mio tuo suo nostro di da con su per tra fra che chi cui dove perche come quando molto piu meno bene male
tutto tutti niente mai sempre gia qui ieri oggi domani giorno notte tempo mondo uomo donna bambino amore mano acqua
cane gatto citta rosso blu sole mare bella bello roma
"""
"""The most usual words of German, French, Spanish and Italian."""

USUAL = """
one two three four five six seven eight nine ten eleven twelve hundred thousand million first second third fourth
fifth sixth last next half double single zero monday tuesday wednesday thursday friday saturday sunday january
february march april june july august september october november december spring summer autumn fall winter day night
morning noon evening midnight today tomorrow yesterday hour minute moment week weekend month year century time date
age dawn dusk sunrise sunset moonlight sunshine sun moon star sky cloud rain snow ice storm wind thunder lightning
weather heat cold hot warm cool fire flame smoke ash water wave sea ocean lake river stream pool beach shore island
coast boat ship sail land earth ground field farm garden forest wood tree leaf flower rose grass mountain hill valley
desert cave rock stone sand dust mud gold silver iron steel glass paper plastic stuff thing object piece part bit lot
bunch whole rest side top bottom front middle centre center edge end start begin beginning finish corner line circle
square point place space room house home flat door window wall floor roof kitchen bath bed bedroom table chair lamp
light dark darkness shadow shade colour color red blue green yellow black white brown pink grey gray orange purple man
woman men women boy girl guy kid child children baby person people folk friend enemy neighbour neighbor stranger guest
family father mother dad mum mom parent brother sister son daughter uncle aunt cousin grandmother grandfather wife
husband bride groom widow king queen prince princess lord lady sir master servant boss worker teacher student doctor
nurse lawyer judge police officer soldier sailor pilot driver farmer cook chef waiter secretary president governor
mayor priest nun monk angel devil god heaven hell ghost spirit soul monster vampire witch wizard magic spell dragon
giant hero villain thief killer murderer victim witness suspect detective spy agent hunter fighter wrestler player
winner loser rider runner traveller body head face eye ear nose mouth lip tooth teeth tongue neck shoulder arm hand
finger leg knee foot feet heart blood bone skin hair brain mind sense feeling pain hurt sick ill illness disease cure
medicine drug pill health life live alive dead death die kill murder shoot gun knife bomb weapon war peace battle army
fight attack defend hit beat punch kick push pull hold catch throw drop lift carry bring take taken give send receive
keep lose lost find found search look see saw seen watch show hide seek hear listen sound noise silence quiet loud
music song sing dance play game sport ball match race team club score win run walk step jump fly flight swim drive
ride travel trip journey road street way path bridge tunnel car bus train plane taxi truck bike station airport
traffic speed fast slow quick stop wait stay leave arrive arrival return turn move follow lead guide meet meeting join
visit call phone ring speak talk say said tell told ask answer question reply word letter mail post message note book
page story tale news sign signs name number list picture photo image film movie scene stage act actor actress role
cast star theatre cinema screen television tv radio camera video computer machine robot network program code data file
key lock open close closed shut break broken fix build built make made cut paint draw write written read learn study
school class lesson test exam college university degree job work business company office factory shop store market
money cash coin bank bill price cost pay buy sell sale deal trade rich poor free worth value gift present party
wedding marriage birthday holiday christmas halloween vacation dinner lunch breakfast meal food eat drink bread butter
cheese milk egg meat fish chicken beef rice soup salad fruit apple orange lemon banana cherry sugar salt pepper honey
candy chocolate cake coffee tea beer wine bottle cup plate bowl spoon fork clothes dress shirt coat jacket hat shoe
boot sock glove belt ring bag box case basket rope chain wire hook nail tool hammer saw wheel engine brake gas oil
fuel power energy force strong weak hard soft easy difficult simple complex big small large little tiny huge great
long short tall high low deep wide narrow thick thin heavy full empty new old young ancient modern fresh clean dirty
wet dry sharp smooth rough bright clear pure pretty beautiful beauty ugly nice good bad better best worse worst right
wrong true false real fake fair sure certain possible perfect special strange weird odd normal usual common rare
unknown famous popular notorious secret private public safe danger dangerous risk luck lucky chance hope wish dream
sleep wake awake tired rest sleepless insomnia nightmare fear afraid scared scary terror horror panic scream cry tears
laugh smile joke fun funny comedy drama tragedy happy happiness sad sorrow misery angry anger rage fury mad crazy
insane psycho brave courage proud pride shame shy guilt guilty innocent sin crime criminal prison jail escape law
order rule justice trial court case proof doubt truth lie liar cheat trick trap steal theft heist love lover like hate
kiss hug romance romantic passion desire lust jealous want need care help save rescue protect trust believe faith
doubt think thought idea plan know knowing known understand remember memory forget forgotten guess choose choice
decide change exchange become grow growing raise raising rise falling fell sink float blow burst crash smash hit
impact accident shock surprise sudden wonder miracle mystery puzzle clue riddle wild animal dog cat horse cow pig
sheep goat bird duck wolf bear lion tiger elephant monkey snake rat mouse mice rabbit fox deer shark whale spider bee
ant worm frog pet parasite jaws claw tail wing feather nest egg zoo circus park city town village country nation state
border capital north south east west foreign native english french german spanish italian american british chinese
japanese russian indian language accent culture history future past event accident election vote party leader politics
government minister tax report contact touch feel taste smell sweet bitter sour cut wound scar bite sting burn boil
bake fry freeze frozen melt cool ice splash wash shower soap towel brush comb mirror face mask disguise costume
uniform flag cross crown throne castle palace tower temple church chapel cathedral tomb grave cemetery funeral
ceremony ritual religion prayer bible heir will legacy legend myth fable fairy tale adventure quest treasure map
pirate captain crew passenger journey voyage exile refugee immigrant citizen slave freedom liberty independence
revolution riot protest strike union worker general private major captain sergeant order command mission target aim
fire shot bullet shell tank missile rocket satellite planet alien galaxy universe orbit gravity force field matter
matrix atom element metal material science experiment laboratory research discovery invention theory practice method
system process result effect cause reason purpose goal aim success failure mistake error problem trouble solution
answer advice warning signal alarm alert emergency crisis disaster flood earthquake fire plague virus infection
contagion quarantine hospital ambulance patient surgery operation recovery insurance contract agreement promise oath
vow secret whisper gossip rumour scandal affair betrayal revenge forgiveness apology mercy grace charm glory fame
fortune destiny fate doom judgment verdict sentence punishment penalty fine prize reward award medal trophy champion
record limit border bound jump leap bounce roll spin twist turn flip slide slip trip stumble fall collapse ruin
destroy destruction demolition construction building apartment hotel motel inn hostel camp tent cabin cottage mansion
suburb neighbourhood street avenue alley square plaza fountain statue monument museum gallery library archive theater
concert opera ballet band orchestra choir tune melody rhythm beat harmony key chord piano guitar violin drum trumpet
flute mean inside outside central local main general total final early late ago extra average basic busy bored boring
clever smart stupid dumb silly wise foolish honest polite rude kind cruel gentle violent lazy active able unable ready
careful careless clueless useful useless hopeless helpless endless homeless fearless ruthless reckless restless
speechless priceless harmless painless worthless wireless jumper sweater scarf trousers jeans skirt pyjamas laundry
breathe breath cough sneeze fever headache stomach muscle nerve vein liver lung kidney throat cheek chin forehead
whole entire several couple pair group crowd gang mob audience reader viewer customer client guest host owner tenant
landlord rent lease loan debt credit budget wage salary profit loss gain invest share stock bond fund tip bonus bus
stop ticket passport luggage suitcase customs queue crowd seat row aisle ward dept check suit tie button pocket zip
needle thread inch mile metre meter kilo pound ounce gallon dozen thousand temperature degree percent measure weigh
weight height length width depth size shape form style pattern type sort kind example sample model copy original
version edition issue volume series episode chapter paragraph sentence phrase grammar spelling accent vowel verb noun
pen pencil ink brush desk drawer shelf cupboard wardrobe mattress pillow blanket sheet curtain carpet rug sofa couch
armchair stool bench ladder bucket broom mop sponge tap sink toilet pipe cable plug socket switch battery charger
screen keyboard mouse printer scanner laptop tablet app website email password account profile browser internet online
upload download link click scroll type press button log delete save edit search update install crash freeze bug error
hurry rush relax calm nervous anxious worried curious jealous lonely alone together apart along beyond opposite
against argue argument agree disagree admit deny accept refuse reject allow forbid permit offer suggest invite thank
excuse sorry please welcome hello goodbye bye congratulations cheers hobby pastime knit sew craft pottery collect
camping hike climb ski skate surf sail row fish hunt shoot bowl golf tennis football soccer rugby cricket hockey
baseball basketball boxing wrestling judo yoga gym coach referee umpire league cup final tournament round knockout
goal penalty foul vegetable potato tomato onion garlic carrot cabbage lettuce cucumber bean pea corn mushroom pumpkin
herb spice curry sauce pasta pizza burger sandwich toast cereal yogurt cream ice dessert biscuit cookie pie jam juice
lemonade cocktail whisky vodka rum gin pub bar cafe restaurant menu recipe ingredient oven stove pan pot kettle
toaster grill barbecue interview wear office train spot hobby clean dish oven fridge bin rubbish trash garbage stairs
lift elevator escalator
"""
"""Usual English words that also make titles: nouns, verbs and adjectives of everyday talk."""

NAMES = """
monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
october november december christmas easter halloween thanksgiving ramadan hanukkah america england britain scotland
wales ireland france germany spain italy portugal greece turkey poland russia ukraine sweden norway denmark finland
iceland holland netherlands belgium austria switzerland hungary romania bulgaria croatia serbia israel egypt morocco
algeria tunisia kenya nigeria ethiopia africa india pakistan china japan korea vietnam thailand indonesia philippines
australia zealand canada mexico cuba jamaica haiti brazil argentina chile peru colombia venezuela bolivia ecuador
uruguay madagascar europe asia alabama alaska arizona arkansas california colorado connecticut delaware florida
georgia hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota
mississippi missouri montana nebraska nevada hampshire jersey york carolina dakota ohio oklahoma oregon pennsylvania
rhode tennessee texas utah vermont virginia washington wisconsin wyoming london paris berlin munich hamburg vienna
zurich geneva rome roma milan venice florence naples madrid barcelona seville lisbon athens istanbul moscow warsaw
prague budapest amsterdam brussels antwerp copenhagen stockholm oslo helsinki dublin edinburgh glasgow manchester
liverpool leeds bristol oxford cambridge dover calais dunkirk nice cannes lyon marseille boston chicago detroit
philadelphia pittsburgh baltimore atlanta miami orlando dallas houston austin denver phoenix vegas reno seattle
portland sacramento oakland fargo nashville memphis orleans cleveland milwaukee toronto montreal vancouver winnipeg
havana rio salvador lima bogota santiago cairo casablanca tangier marrakesh nairobi jerusalem beirut baghdad tehran
kabul delhi mumbai bombay calcutta bangkok saigon hanoi manila jakarta singapore hongkong shanghai beijing seoul tokyo
kyoto osaka sydney melbourne perth auckland hollywood broadway brooklyn manhattan harlem bronx soho james john robert
michael william david richard joseph thomas charles christopher daniel matthew anthony mark donald steven paul andrew
joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary nicholas eric jonathan stephen
larry justin scott brandon benjamin samuel frank gregory raymond alexander patrick jack dennis jerry tyler aaron jose
henry adam douglas nathan peter zachary kyle walter harold jeremy ethan carl keith roger gerald christian terry sean
arthur austin noah lawrence jesse joe bryan billy jordan albert dylan bruce willie gabriel alan juan logan wayne ralph
roy eugene randy vincent russell louis philip bobby johnny bradley max leo oscar hugo ray dave bill tom tim jim bob
ben sam dan mike nick alex tony rocky buddy charlie harry ron fred mary patricia jennifer linda elizabeth barbara
susan jessica sarah karen lisa nancy betty sandra margaret ashley kimberly emily donna michelle carol amanda melissa
deborah stephanie rebecca sharon laura cynthia dorothy amy kathleen angela shirley emma brenda pamela nicole anna
samantha katherine christine helen debra rachel carolyn janet maria catherine heather diane olivia julie joyce
victoria ruth virginia lauren kelly christina joan evelyn judith andrea hannah megan cheryl jacqueline martha madison
teresa gloria sara janice ann kathryn abigail sophia frances jean alice judy isabella julia grace amber denise
danielle marilyn beverly charlotte natalie theresa diana brittany doris kayla alexis lori marie lola lucy lily mia
ella eva chloe zoe coco amelie anne clara elsa greta hanna ingrid jana lena nina petra sabine ursula carlos diego
pablo luis carmen elena frida lucia pilar rosa sofia giulia marco luca paolo pierre jacques claude michel camille
juliette
"""
"""Names of places and people, which are written with a capital wherever they stand: that says nothing of a title."""

_ENDINGS = ("ing", "ers", "ies", "es", "ed", "er", "ly", "s", "d", "n")


@cache
def function_words() -> frozenset[str]:
    """Words without which no sentence is made."""
    return frozenset(FUNCTION.split())


@cache
def usual_words() -> frozenset[str]:
    """All everyday words of the lists."""
    return frozenset((*FUNCTION.split(), *ELSEWHERE.split(), *USUAL.split()))


@cache
def proper_names() -> frozenset[str]:
    """Names of places and people."""
    return frozenset(NAMES.split())


@cache
def is_everyday(word: str) -> bool:
    """Whether a word, or what is left of it without an ending, is one of the lists; numbers are."""
    known = usual_words()
    if word in known or word.isdecimal():
        return True
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word[: -len(ending)]
            if (
                stem in known
                or stem + "e" in known
                or stem + "y" in known
                or (stem[:-1] in known and stem[-1] == stem[-2])
            ):
                return True
    return False
