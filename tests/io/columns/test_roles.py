"""Columns are found by name, and by what they hold where names leave it open; what is not clear is not guessed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from standout.errors import BadInput
from standout.io.columns.looks import agreement, finest
from standout.io.columns.names import VALUES, WEAK_VALUES, is_header
from standout.io.columns.roles import ROLES, USUAL, Chosen, choose, plain_name, usual
from standout.io.columns.value_names import named

Rows = Sequence[tuple[str, ...]]


def chosen(header: str, rows: Rows | None = None, **wanted: str) -> Chosen:
    names = header.split(",")
    cells = {place: [row[place] for row in rows] for place in range(len(names))} if rows else {}
    return choose("data.csv", names, wanted, header=True, defaults=usual(names), cells=cells)


@pytest.mark.parametrize(
    ("header", "roles"),
    [
        ("user,item,visits", "user item value"),
        ("Customer ID,SKU,Qty,Order Date", "user item value time"),
        ("CUSTOMER_ID,Stock Code,QUANTITY,invoice-date", "user item value time"),
        ("customer.no,product.code,amount", "user item value"),
        ("member_number,article_no,purchase date", "user item time"),
        ("account,game,hours", "user item value"),
        ("client_code,page,visits,when", "user item value time"),
        ("visitorid,app,minutes", "user item value"),
        ("patron,isbn,date", "user item time"),
        ("subscriber_uuid,song_id,listens,played_at", "user item value time"),
        ("userID,artistID,weight", "user item value"),
        ("reviewer,movie,stars,timestamp", "user item value time"),
        ("member,items,date", "user item time"),
        ("user,url,score", "user item value"),
        ("user,track,plays", "user item value"),
    ],
)
def test_usual_names_of_purchases_listens_and_visits(header: str, roles: str) -> None:
    names = header.split(",")
    assert chosen(header).names == dict(zip(roles.split(), names, strict=True))


@pytest.mark.parametrize("header", ["transaction_number,date,items", "InvoiceNo,StockCode,Quantity", "basket,product"])
def test_a_number_of_a_purchase_is_no_person(header: str) -> None:
    with pytest.raises(BadInput, match="no column for people"):
        chosen(header)


@pytest.mark.parametrize("header", ["user,country", "user,city,rating", "user,invoice_no,price"])
def test_a_place_or_a_receipt_is_no_item(header: str) -> None:
    with pytest.raises(BadInput, match="no column for items"):
        chosen(header)


@pytest.mark.parametrize(
    ("header", "item", "passed_over"),
    [
        ("user,item,url", "item", {"url": "item"}),
        ("user,place,product", "product", {"place": "item"}),
        ("user,track,artist_name", "track", {"artist_name": "item"}),
        ("user,product_id,product_name", "product_id", {"product_name": "item"}),
    ],
)
def test_a_surer_name_for_the_item_wins_and_the_other_is_named(
    header: str, item: str, passed_over: dict[str, str]
) -> None:
    found = chosen(header)
    assert (found.names["item"], found.passed_over) == (item, passed_over)


def test_a_surer_name_for_the_person_wins() -> None:
    found = chosen("author,book,customer_id")
    assert (found.names["user"], found.passed_over) == ("customer_id", {"author": "user"})


def plays(seed: int = 1) -> Rows:
    """Listens: each track has one artist, each artist several tracks."""
    draw = random.Random(seed)
    tracks = [draw.randrange(40) for _ in range(300)]
    return [(f"u{draw.randrange(50)}", f"artist {track % 8}", f"track {track}") for track in tracks]


def test_of_two_items_that_one_is_taken_which_decides_the_other() -> None:
    for header, rows in (("user,artist,track", plays()), ("user,track,artist", [(u, t, a) for u, a, t in plays()])):
        found = chosen(header, rows)
        assert (found.names["item"], found.passed_over) == ("track", {"artist": "item"})


def test_items_that_have_nothing_to_do_with_each_other_are_not_guessed() -> None:
    draw = random.Random(2)
    rows = [(f"u{draw.randrange(9)}", f"a{draw.randrange(9)}", f"b{draw.randrange(9)}") for _ in range(300)]
    with pytest.raises(BadInput, match=r"'book', 'movie' may each be the item; say which with .*item.*NAME") as refusal:
        chosen("user,book,movie", rows)
    assert "\n" not in str(refusal.value)


def test_people_are_not_guessed_unless_two_columns_say_the_same() -> None:
    draw = random.Random(3)
    people = [draw.randrange(20) for _ in range(300)]
    same = [(f"{person}", f"name {person}", f"i{draw.randrange(30)}") for person in people]
    assert chosen("customer_id,customer,item", same).names["user"] == "customer"
    finer = [(f"{person}", f"name {person % 5}", f"i{draw.randrange(30)}") for person in people]
    with pytest.raises(BadInput, match="may each be the person"):
        chosen("account_id,customer,item", finer)


@pytest.mark.parametrize("name", ["Description", "product name", "name"])
def test_a_name_that_goes_with_the_item_is_its_title(name: str) -> None:
    rows = [(f"u{place % 7}", f"{place % 30}", f"thing {place % 30}") for place in range(300)]
    rows[5] = (rows[5][0], rows[5][1], "a slip of the pen")
    assert chosen(f"user,sku,{name}", rows).names["title"] == name


def test_a_name_that_goes_with_the_person_is_no_title() -> None:
    rows = [(f"u{place % 7}", f"{place % 30}", f"Ms {place % 7}") for place in range(300)]
    assert "title" not in chosen("user,sku,name", rows).names
    assert "title" not in chosen("user,sku,name", rows[:3]).names, "three rows say nothing"


def test_what_is_said_is_taken_whatever_the_cells_say() -> None:
    found = chosen("user,artist,track", plays(), item="artist")
    assert (found.names["item"], found.passed_over) == ("artist", {})
    assert "title" not in chosen("user,sku,name", title="").names


def groceries() -> Rows:
    draw = random.Random(4)
    return [(f"{draw.randrange(1000, 1200)}", f"{draw.randrange(10, 28)}-01-2015", f"food {draw.randrange(30)}")
            for _ in range(500)]  # fmt: skip


def shop() -> Rows:
    """Customers and articles are words, and amounts are numbers."""
    draw = random.Random(5)
    return [(f"c{draw.randrange(90)}", f"a{draw.randrange(30)}", f"{draw.randrange(1, 9)}",
             f"{draw.randrange(10, 28)}.01.2015") for _ in range(500)]  # fmt: skip


@pytest.mark.parametrize(
    ("header", "rows", "line"),
    [
        ("transaction_number,date,items", groceries(), "--columns user=transaction_number,item=items,time=date"),
        ("who,bought,food", groceries(), "--columns user=who,item=food,time=bought"),
        ("guest no,date,items", groceries(), "--columns 'user=guest no,item=items,time=date'"),
        ("buyer\x1b[31m,date,items", groceries(), "--columns user=1,item=items,time=date"),
        ("basket;rm -rf,date,items", groceries(), "--columns user=1,item=items,time=date"),
        ("KundenNr,ArtikelNr,Menge,Datum", shop(), "user=KundenNr,item=ArtikelNr,value=Menge,time=Datum"),
        ("aaNr,bbNr,Menge,Datum", shop(), "user=aaNr,item=bbNr,value=Menge,time=Datum"),
        ("Cliente,Producto,Cantidad,Fecha", shop(), "user=Cliente,item=Producto,value=Cantidad,time=Fecha"),
    ],
)
def test_a_refusal_proposes_the_line_that_the_cells_speak_for(header: str, rows: Rows, line: str) -> None:
    with pytest.raises(BadInput) as refusal:
        chosen(header, rows)
    assert refusal.value.as_typed.endswith(line)
    assert refusal.value.as_typed.isprintable()


@pytest.mark.parametrize(
    ("header", "rows"),
    [
        ("a,item", [(f"{place}", f"i{place % 9}") for place in range(300)]),
        ("price,item", [(f"{place % 9}.5", f"i{place % 7}") for place in range(300)]),
        ("country,item", [(f"c{place % 9}", f"i{place % 7}") for place in range(300)]),
        ("a,item", [("x", f"i{place % 7}") for place in range(300)]),
    ],
)
def test_nothing_is_proposed_where_no_column_looks_like_people(header: str, rows: Rows) -> None:
    with pytest.raises(BadInput, match=r"--columns user=NAME|columns=\{'user': 'NAME'\}"):
        chosen(header, rows)


def test_agreement_is_that_of_a_slow_count() -> None:
    draw = random.Random(5)
    for _ in range(50):
        size = draw.randrange(0, 120)
        of = [draw.choice(["", None, "a", "b", "c", " d"]) for _ in range(size)]
        other = [draw.choice(["", None, "x", "y", "z"]) for _ in range(size)]
        pairs = [(str(a).strip(), str(b)) for a, b in zip(of, other, strict=True) if a and b]
        often = Counter(a for a, _ in pairs)
        again = [(a, b) for a, b in pairs if often[a] > 1]
        most = sum(max(again.count((a, b)) for b in {b for x, b in again if x == a}) for a in {a for a, _ in again})
        assert agreement(of, other) == (None if len(again) < 20 else most / len(again))


def test_of_columns_that_decide_each_other_the_first_is_taken() -> None:
    cells = {0: [f"{place % 9}" for place in range(90)], 1: [f"n{place % 9}" for place in range(90)]}
    assert (finest([1, 0], cells), finest([0, 1], cells), finest([0, 1], {})) == (1, 0, None)


def test_a_name_is_usual_for_one_role_alone() -> None:
    known = Counter(name for names in USUAL.values() for name in set(names))
    assert [name for name, roles in known.items() if roles > 1] == []
    assert all(name == plain_name(name) for name in known)
    assert set(USUAL) == set(ROLES)


def whether(words: str) -> Rows:
    draw = random.Random(6)
    return [(f"u{place % 9}", f"i{draw.randrange(20)}", draw.choice(words.split())) for place in range(200)]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("liked", "yes no"), ("vote", "1 -1"), ("price", "£3.50 £12"), ("msPlayed", "310 4000 12"),
        ("paid", "t f ?" + " t" * 60),
    ],
)  # fmt: skip
def test_a_name_of_values_is_enough_where_the_cells_are_values(name: str, words: str) -> None:
    assert chosen(f"member,video,{name}", whether(words)).names["value"] == name


@pytest.mark.parametrize(("name", "words"), [("paid", "2024-01-02 2024-01-05"), ("like", "because therefore"),
                                             ("ordered", "1700000000 1700000400"), ("hour", "1 2")])  # fmt: skip
def test_a_weak_name_of_values_is_not_enough_where_the_cells_are_something_else(name: str, words: str) -> None:
    assert "value" not in chosen(f"member,video,{name}", whether(words)).names


def test_a_surer_name_of_values_wins_and_of_weak_ones_that_whose_cells_fit() -> None:
    rows = [(*row, "2") for row in whether("yes no")]
    assert chosen("user,item,liked,rating", rows).names["value"] == "rating"
    assert chosen("user,item,price,quantity", rows).names["value"] == "quantity"
    assert chosen("user,item,vote,price", [(*row[:2], "good", "3") for row in rows]).names["value"] == "price"


def test_every_name_of_values_that_is_understood_is_also_found() -> None:
    understood = {name for names in VALUES.values() for name in names}
    assert understood - set(USUAL["value"]) == {"hour"}
    assert all(named(name) for name in WEAK_VALUES)


@pytest.mark.parametrize(
    ("header", "person", "item"),
    [
        ("player,game", "player", "game"), ("buyer_id,sku", "buyer_id", "sku"), ("Email,post", "Email", "post"),
        ("card_no,merchant", "card_no", "merchant"), ("steam_id,app", "steam_id", "app"),
        ("borrower,drug", "borrower", "drug"), ("profile,subreddit", "profile", "subreddit"),
    ],
)  # fmt: skip
def test_less_usual_names_are_known_too(header: str, person: str, item: str) -> None:
    found = chosen(header).names
    assert (found["user"], found["item"]) == (person, item)


@pytest.mark.parametrize(
    ("header", "person", "item"),
    [
        ("email,user,item", "user", "item"), ("email,username,item", "username", "item"),
        ("card,household,item", "household", "item"), ("email,player,post,page", "player", "page"),
        ("user,merchant,product", "user", "product"),
    ],
)  # fmt: skip
def test_less_usual_names_give_way_without_a_refusal(header: str, person: str, item: str) -> None:
    found = chosen(header).names
    assert (found["user"], found["item"]) == (person, item)


@pytest.mark.parametrize("header", ["card_type,item", "email_domain,item", "profile_picture,item"])
def test_a_card_or_an_address_is_a_person_only_by_its_own_name(header: str) -> None:
    with pytest.raises(BadInput, match="no column for people"):
        chosen(header)


def test_a_row_that_says_like_is_no_header_for_that() -> None:
    assert not is_header(["7", "12", "like"])
    assert not is_header(["7", "post", "3"])
    assert is_header(["7", "item", "3"])


@pytest.mark.parametrize("clock", ["12:41:47", "9:05", "09:05 PM", "23:59:59.5"])
def test_a_time_of_day_gives_way_to_a_date_and_is_no_time_by_itself(clock: str) -> None:
    cells = {place: [cell] * 30 for place, cell in enumerate(("a", "x", clock, "31 July 2005"))}
    both = choose(
        "f.csv", ["user", "item", "time", "date"], {}, header=True, defaults=usual(["user", "item", "time", "date"]),
        cells=cells,
    )  # fmt: skip
    assert both.at == {"user": 0, "item": 1, "time": 3}
    alone = choose(
        "f.csv", ["user", "item", "time"], {}, header=True, defaults=usual(["user", "item", "time"]),
        cells={place: cells[place] for place in range(3)},
    )  # fmt: skip
    assert alone.at == {"user": 0, "item": 1}
    told = choose(
        "f.csv", ["user", "item", "time"], {"time": "time"}, header=True, defaults=usual(["user", "item", "time"]),
        cells=cells,
    )  # fmt: skip
    assert told.at["time"] == 2
