// What the planner is told of id <@ tstzrange: index ranges, partitions, estimates.
//
// Flow: predicate -> [planner] -> index range.
//
// In an index the operator becomes id >= first AND id <= last, the ends of the span of values made
// in the range. On a partitioned table the same two comparisons are added to the clause itself, for
// pruning looks at nothing else. The server would estimate the two as one row whenever both ends
// fall in one bucket of the histogram, so below the partitioned table they are taken out again: a
// partition, like any table, is left with the one clause that is estimated right.
#include <initializer_list>

#include "range.hpp"

namespace {

// A call of <@, of @>, or of the function ulid_made_in.
struct Containment {
    Node *value;
    Node *range;
    int value_position;  // among the arguments
    Oid function;
};

// Only a base type or a domain over it can be a call's argument here, with nothing computed between.
Node *strip_relabelling(Node *node) {
    while (IsA(node, RelabelType)) node = reinterpret_cast<Node *>(castNode(RelabelType, node)->arg);
    return node;
}

bool is_range(Node *node) { return getBaseType(exprType(node)) == TSTZRANGEOID; }

Containment containment_of(Oid function, List *arguments) {
    auto *const left = static_cast<Node *>(linitial(arguments));
    auto *const right = static_cast<Node *>(lsecond(arguments));
    if (is_range(left)) return {right, strip_relabelling(left), 1, function};
    return {left, strip_relabelling(right), 0, function};
}

template <class T>
T *copy(T *node) {
    return static_cast<T *>(copyObjectImpl(node));
}

// A function in the schema of `sibling`, another one of this extension: no name is looked up in the
// search_path, so that the extension works in any schema.
template <int Count>
Oid function_beside(Oid sibling, const char *name, const Oid (&argument_types)[Count]) {
    return GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
                           PointerGetDatum(buildoidvector(argument_types, Count)),
                           ObjectIdGetDatum(get_func_namespace(sibling)));
}

Oid made_in_beside(Oid sibling, Oid value_type) {
    return function_beside(sibling, "ulid_made_in", {value_type, TSTZRANGEOID});
}

// One end of the range as an expression, which is a constant if the range is one.
Node *end_of_range(PlannerInfo *root, Oid sibling, const char *name, Node *range, Oid value_type) {
    const Oid function = function_beside(sibling, name, {TSTZRANGEOID});
    FuncExpr *const call = makeFuncExpr(function, value_type, list_make1(copy(range)), InvalidOid, InvalidOid,
                                        COERCE_EXPLICIT_CALL);
    return eval_const_expressions(root, reinterpret_cast<Node *>(call));
}

bool is_value(Node *node, ulid::Ulid value) {
    return IsA(node, Const) && !castNode(Const, node)->constisnull &&
           ulid::from_datum(castNode(Const, node)->constvalue) == value;
}

Oid comparison(Oid value_type, StrategyNumber strategy) {
    const Oid family = lookup_type_cache(value_type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
    return get_opfamily_member(family, value_type, value_type, static_cast<int16>(strategy));
}

// Whether everything that a clause may become is in its place; a name can be changed, a schema too.
bool is_complete(Oid sibling, Oid value_type) {
    return OidIsValid(made_in_beside(sibling, value_type)) &&
           OidIsValid(function_beside(sibling, "ulid_range_first", {TSTZRANGEOID})) &&
           OidIsValid(function_beside(sibling, "ulid_range_last", {TSTZRANGEOID})) &&
           OidIsValid(comparison(value_type, BTGreaterEqualStrategyNumber)) &&
           OidIsValid(comparison(value_type, BTLessEqualStrategyNumber));
}

// value >= first AND value <= last as a list, without the sides on which the range has no end.
List *comparisons(PlannerInfo *root, const Containment &call) {
    const Oid type = exprType(call.value);
    Node *const first = end_of_range(root, call.function, "ulid_range_first", call.range, type);
    Node *const last = end_of_range(root, call.function, "ulid_range_last", call.range, type);

    List *list = NIL;
    const auto add = [&list, &call, type](StrategyNumber strategy, Node *end) {
        Expr *const clause = make_opclause(comparison(type, strategy), BOOLOID, false,
                                           reinterpret_cast<Expr *>(copy(call.value)),
                                           reinterpret_cast<Expr *>(end), InvalidOid, InvalidOid);
        set_opfuncid(reinterpret_cast<OpExpr *>(clause));
        list = lappend(list, clause);
    };
    if (!is_value(first, ulid::min_ulid)) add(BTGreaterEqualStrategyNumber, first);
    if (!is_value(last, ulid::max_ulid)) add(BTLessEqualStrategyNumber, last);
    return list;
}

// Any index whose operator family has the comparisons can answer them: btree and BRIN here.
List *index_condition(SupportRequestIndexCondition *request) {
    Containment call;
    if (IsA(request->node, OpExpr))
        call = containment_of(request->funcid, castNode(OpExpr, request->node)->args);
    else if (IsA(request->node, FuncExpr))
        call = containment_of(request->funcid, castNode(FuncExpr, request->node)->args);
    else
        return NIL;
    if (request->indexarg != call.value_position) return NIL;

    const Oid type = exprType(call.value);
    if (!is_complete(request->funcid, type)) return NIL;
    for (const StrategyNumber strategy : {BTGreaterEqualStrategyNumber, BTLessEqualStrategyNumber})
        if (!op_in_opfamily(comparison(type, strategy), request->opfamily)) return NIL;
    if (!is_pseudo_constant_for_index(request->root, call.range, request->index)) return NIL;

    request->lossy = false;
    return comparisons(request->root, call);
}

// How `child` descends from another table of the query, or null if it does not.
AppendRelInfo *descent_of(PlannerInfo *root, Index child) {
    if (root->append_rel_array == nullptr || child >= static_cast<Index>(root->simple_rel_array_size))
        return nullptr;
    AppendRelInfo *const descent = root->append_rel_array[child];
    if (descent == nullptr || planner_rt_fetch(descent->parent_relid, root)->rtekind != RTE_RELATION)
        return nullptr;
    return descent;
}

// The column of this query level that a ulid is read from, or null.
Var *column_of(PlannerInfo *root, Node *value) {
    Node *const node = strip_relabelling(value);
    if (!IsA(node, Var)) return nullptr;
    Var *const var = castNode(Var, node);
    const bool known =
        var->varlevelsup == 0 && var->varno >= 1 && var->varno <= list_length(root->parse->rtable);
    return known ? var : nullptr;
}

// On a partitioned table: ulid_made_in(value, range) AND value >= first AND value <= last. Left
// alone is a range from a joined table, which the comparisons would only be estimated worse with,
// and one that is not to be computed three times.
Node *simplify(SupportRequestSimplify *request) {
    PlannerInfo *const root = request->root;
    if (root == nullptr) return nullptr;
    const Containment call = containment_of(request->fcall->funcid, request->fcall->args);
    const Var *const column = column_of(root, call.value);
    if (column == nullptr) return nullptr;

    const RangeTblEntry *const table = planner_rt_fetch(column->varno, root);
    if (table == nullptr || table->rtekind != RTE_RELATION || table->relkind != RELKIND_PARTITIONED_TABLE)
        return nullptr;
    if (descent_of(root, static_cast<Index>(column->varno)) != nullptr) return nullptr;
    // ON CONFLICT ... WHERE names an index by its predicate, which is not rewritten.
    if (root->parse->onConflict != nullptr && column->varno == root->parse->resultRelation) return nullptr;
    if (contain_vars_of_level(call.range, 0) || contain_volatile_functions(call.range) ||
        contain_subplans(call.range))
        return nullptr;

    if (!is_complete(call.function, exprType(call.value))) return nullptr;
    List *const pruning = comparisons(root, call);
    if (pruning == NIL) return nullptr;
    const Oid made_in = made_in_beside(call.function, exprType(call.value));
    FuncExpr *const itself = makeFuncExpr(made_in, BOOLOID, list_make2(copy(call.value), copy(call.range)),
                                          InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
    return reinterpret_cast<Node *>(make_andclause(lcons(itself, pruning)));
}

// Whether a clause that is to run before those of `level` looks at a column of its table: a security
// policy's or a security barrier view's.
bool guarded_before(List *clauses, Index level, const Var *column) {
    ListCell *cell;
    foreach (cell, clauses) {
        const RestrictInfo *const clause = lfirst_node(RestrictInfo, cell);
        if (clause->security_level >= level) continue;
        Bitmapset *columns = nullptr;
        pull_varattnos(reinterpret_cast<Node *>(clause->clause), static_cast<Index>(column->varno), &columns);
        if (bms_is_member(column->varattno - FirstLowInvalidHeapAttributeNumber, columns)) return true;
    }
    return false;
}

// A comparison of a partition's column that its parent has for pruning, next to the clause from which
// it follows: true wherever that clause is, so nothing is left to test. But the comparison might also
// be one that has to run before that clause, and then it stays.
Node *simplify_comparison(SupportRequestSimplify *request) {
    PlannerInfo *const root = request->root;
    if (root == nullptr) return nullptr;
    auto *const value = static_cast<Node *>(linitial(request->fcall->args));
    auto *const end = static_cast<Node *>(lsecond(request->fcall->args));
    const Var *const column = column_of(root, value);
    if (column == nullptr || column->varattno <= 0) return nullptr;
    // A partition that is partitioned in turn needs them for its own partitions.
    if (planner_rt_fetch(column->varno, root)->relkind == RELKIND_PARTITIONED_TABLE) return nullptr;
    const AppendRelInfo *const descent = descent_of(root, static_cast<Index>(column->varno));
    if (descent == nullptr || column->varattno > descent->num_child_cols) return nullptr;

    const Oid type = exprType(value);
    if (!is_complete(request->fcall->funcid, type)) return nullptr;
    const Oid made_in = made_in_beside(request->fcall->funcid, type);
    const bool is_lower =
        request->fcall->funcid == get_opcode(comparison(type, BTGreaterEqualStrategyNumber));
    const char *const name = is_lower ? "ulid_range_first" : "ulid_range_last";

    const RelOptInfo *const parent = root->simple_rel_array[descent->parent_relid];
    if (parent == nullptr) return nullptr;
    List *const clauses = parent->baserestrictinfo;
    ListCell *cell;
    foreach (cell, clauses) {
        const RestrictInfo *const clause = lfirst_node(RestrictInfo, cell);
        if (!IsA(clause->clause, FuncExpr)) continue;
        const FuncExpr *const function = castNode(FuncExpr, clause->clause);
        if (function->funcid != made_in) continue;
        const Containment call = containment_of(made_in, function->args);
        if (contain_volatile_functions(call.range)) continue;
        const Var *const parent_column = column_of(root, call.value);
        if (parent_column != nullptr && static_cast<Index>(parent_column->varno) == descent->parent_relid &&
            parent_column->varattno == descent->parent_colnos[column->varattno - 1] &&
            equal(end, end_of_range(root, made_in, name, call.range, type)) &&
            !guarded_before(clauses, clause->security_level, parent_column))
            return makeBoolConst(true, false);
    }
    return nullptr;
}

// The share of a table's rows that came since its statistics were made, as far as its size tells.
double grown_share(PlannerInfo *root, const RelOptInfo *table) {
    if (table == nullptr || table->relid == 0 || table->tuples <= 0) return 0;
    const RangeTblEntry *const entry = planner_rt_fetch(table->relid, root);
    if (entry->rtekind != RTE_RELATION) return 0;
    auto *const tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(entry->relid));
    if (!HeapTupleIsValid(tuple)) return 0;
    const double counted = reinterpret_cast<Form_pg_class>(GETSTRUCT(tuple))->reltuples;
    ReleaseSysCache(tuple);
    return counted >= 0 && counted < table->tuples ? 1 - counted / table->tuples : 0;
}

// The smallest value that a row made now could have; that of all, if the clock is out of range.
ulid::Ulid first_of_now() {
    const ulid::Result<std::uint64_t> milliseconds = ulid::time::to_milliseconds(GetCurrentTimestamp());
    return ulid::make_ulid(milliseconds.value, ulid::min_randomness);
}

// The rows that a span takes of a column's, by the most common values, the histogram, and what the
// table has grown by since, which in a key that carries its time lies between the histogram and now.
double estimate_from_statistics(PlannerInfo *root, VariableStatData *column, ulid::range::Span span) {
    const double null_share = reinterpret_cast<Form_pg_statistic>(GETSTRUCT(column->statsTuple))->stanullfrac;
    AttStatsSlot slot;

    double common_share = 0;  // of the rows: those with a most common value
    double common_hits = 0;   // and those of them in the span
    if (get_attstatsslot(&slot, column->statsTuple, STATISTIC_KIND_MCV, InvalidOid,
                         ATTSTATSSLOT_VALUES | ATTSTATSSLOT_NUMBERS)) {
        for (int i = 0; i < slot.nvalues; ++i) {
            common_share += slot.numbers[i];
            if (span.contains(ulid::from_datum(slot.values[i]))) common_hits += slot.numbers[i];
        }
        free_attstatsslot(&slot);
    }

    double histogram_hits = DEFAULT_RANGE_INEQ_SEL;  // of the other rows
    double grown = 0;                                // of all rows: those that came since
    double since_hits = 0;                           // and the share of them in the span
    if (get_attstatsslot(&slot, column->statsTuple, STATISTIC_KIND_HISTOGRAM, InvalidOid,
                         ATTSTATSSLOT_VALUES)) {
        if (slot.nvalues > 1) {
            const auto at = [&slot](int i) { return ulid::from_datum(slot.values[i]); };
            histogram_hits = ulid::range::share(at, slot.nvalues, span);
            const ulid::Ulid end = at(slot.nvalues - 1);
            const ulid::Ulid now = first_of_now();
            if (end < now) {
                grown = grown_share(root, column->rel);
                since_hits = ulid::range::share_since(end, now, span);
            }
        }
        free_attstatsslot(&slot);
    }
    return grown * since_hits +
           (1 - grown) * (common_hits + histogram_hits * (1 - null_share - common_share));
}

// Without statistics: a range with one end is taken for an inequality.
double estimate_without_statistics(ulid::range::Span span) {
    const bool has_first = span.first != ulid::min_ulid;
    const bool has_last = span.last != ulid::max_ulid;
    if (has_first && has_last) return DEFAULT_RANGE_INEQ_SEL;
    return has_first || has_last ? DEFAULT_INEQ_SEL : 1;
}

// The share of a table's rows whose value lies in a range; stable expressions such as now() count
// with the value that they have now.
double estimate(PlannerInfo *root, Oid function, List *arguments, int relation) {
    VariableStatData column;
    Node *other;
    bool on_left;
    if (!get_restriction_variable(root, arguments, relation, &column, &other, &on_left))
        return DEFAULT_RANGE_INEQ_SEL;

    double result = DEFAULT_RANGE_INEQ_SEL;
    if (IsA(other, Const) && is_range(other)) {
        const Const *const constant = castNode(Const, other);
        if (constant->constisnull) {
            result = 0;
        } else {
            TypeCacheEntry *const type = lookup_type_cache(TSTZRANGEOID, TYPECACHE_RANGE_INFO);
            const ulid::range::Span span = ulid::span_of(type, DatumGetRangeTypeP(constant->constvalue));
            if (span.empty())
                result = 0;
            else if (HeapTupleIsValid(column.statsTuple) && statistic_proc_security_check(&column, function))
                result = estimate_from_statistics(root, &column, span);
            else
                result = estimate_without_statistics(span);
        }
    }
    ReleaseVariableStats(column);
    CLAMP_PROBABILITY(result);
    return result;
}

constexpr double joined_share = 0.001;  // what contjoinsel says of the operators

SupportRequestSelectivity *estimate_call(SupportRequestSelectivity *request) {
    request->selectivity = request->is_join
                               ? joined_share
                               : estimate(request->root, request->funcid, request->args, request->varRelid);
    return request;
}

}  // namespace

extern "C" {

PG_FUNCTION_INFO_V1(ulid_range_support);
PG_FUNCTION_INFO_V1(ulid_made_in_support);
PG_FUNCTION_INFO_V1(ulid_bound_support);
PG_FUNCTION_INFO_V1(ulid_range_sel);

// Each answers null to a request that it does not know.

// For <@ and @>.
Datum ulid_range_support(PG_FUNCTION_ARGS) {
    auto *const request = reinterpret_cast<Node *>(PG_GETARG_POINTER(0));
    void *answer = nullptr;
    if (IsA(request, SupportRequestIndexCondition))
        answer = index_condition(reinterpret_cast<SupportRequestIndexCondition *>(request));
    else if (IsA(request, SupportRequestSimplify))
        answer = simplify(reinterpret_cast<SupportRequestSimplify *>(request));
    PG_RETURN_POINTER(answer);
}

// For what they become on a partitioned table. It must not be simplified again, and has no operator's
// estimator.
Datum ulid_made_in_support(PG_FUNCTION_ARGS) {
    auto *const request = reinterpret_cast<Node *>(PG_GETARG_POINTER(0));
    void *answer = nullptr;
    if (IsA(request, SupportRequestIndexCondition))
        answer = index_condition(reinterpret_cast<SupportRequestIndexCondition *>(request));
    else if (IsA(request, SupportRequestSelectivity))
        answer = estimate_call(reinterpret_cast<SupportRequestSelectivity *>(request));
    PG_RETURN_POINTER(answer);
}

// For >= and <= of two ulids.
Datum ulid_bound_support(PG_FUNCTION_ARGS) {
    auto *const request = reinterpret_cast<Node *>(PG_GETARG_POINTER(0));
    void *answer = nullptr;
    if (IsA(request, SupportRequestSimplify))
        answer = simplify_comparison(reinterpret_cast<SupportRequestSimplify *>(request));
    PG_RETURN_POINTER(answer);
}

Datum ulid_range_sel(PG_FUNCTION_ARGS) {
    auto *const root = reinterpret_cast<PlannerInfo *>(PG_GETARG_POINTER(0));
    const Oid function = get_opcode(PG_GETARG_OID(1));
    auto *const arguments = reinterpret_cast<List *>(PG_GETARG_POINTER(2));
    PG_RETURN_FLOAT8(estimate(root, function, arguments, PG_GETARG_INT32(3)));
}
}
