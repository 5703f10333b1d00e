// What has been proved, stored by the pattern of the ranks that the proof needed (partition search).
//
// A bucket holds the positions that agree in leader, in both dummies' ENDS and in the suit lengths of both hands; so
// they agree in how many cards of each suit are left. Within it a position is who owns the highest card left of a suit,
// the next one and so on. An entry applies to all positions of its bucket that have its owners at the ranks of its
// mask.
#pragma once
#include <cstdlib>
#include <cstring>
#include <new>
#include "cards.hpp"

namespace SOLO {

// Owners of the cards left, two bits a card in two planes, packed without gaps.
struct Pattern {
    Cards a, b;
    static Pattern of(const Cards held[4], Cards alive) {
        return {pack(held[NORTH] | held[EAST], alive), pack(held[NORTH] | held[SOUTH], alive)};
    }
    bool agrees(Cards other_a, Cards other_b, Cards mask) const {
        return (((a ^ other_a) | (b ^ other_b)) & mask) == 0;
    }
};

struct alignas(32) Entry {
    Cards a, b, mask;   // packed owners and the packed ranks that matter
    uint8_t low, high;  // South and East take at least, at most
    uint8_t move;       // the lead that proved it, or NO_MOVE
};

constexpr uint8_t NO_MOVE = 255;

struct Bucket {
    uint64_t key;  // 0 means no bucket
    uint32_t at;   // first entry, counted in entries
    uint16_t used;
    uint8_t room;  // entries that fit, as a power of two
    uint8_t move;  // the last lead that cut off here
};

class Table {
  public:
    Table() {
        buckets_ = make<Bucket>(size_);
        entries_ = make<Entry>(room_);
        clear();
    }
    ~Table() {
        std::free(buckets_);
        std::free(entries_);
    }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    void clear() {
        if (size_ > SMALLEST) {  // a small table stays in the processor's cache
            std::free(buckets_);
            size_ = SMALLEST;
            buckets_ = make<Bucket>(size_);
        }
        std::memset(static_cast<void*>(buckets_), 0, size_ * sizeof(Bucket));
        for (uint32_t& at : spare_) at = 0;
        filled_ = 0;
        used_ = 1;  // no run of entries starts at 0
    }

    uint32_t entries() const { return used_; }

    void prefetch(uint64_t key) const { __builtin_prefetch(&buckets_[slot(key)]); }

    // The bucket of this key; nullptr if there is none.
    Bucket* find(uint64_t key) {
        for (uint32_t i = slot(key);; i = (i + 1) & (size_ - 1)) {
            if (buckets_[i].key == key) return &buckets_[i];
            if (!buckets_[i].key) return nullptr;
        }
    }

    Entry* begin(const Bucket& bucket) { return entries_ + bucket.at; }
    Entry* end(const Bucket& bucket) { return entries_ + bucket.at + bucket.used; }

    void store(uint64_t key, const Entry& entry) {
        Bucket* bucket = find(key);
        if (!bucket) bucket = add(key);
        if (entry.move != NO_MOVE) bucket->move = entry.move;
        for (Entry *e = begin(*bucket), *last = end(*bucket); e != last; e++)
            if (e->mask == entry.mask && e->a == entry.a && e->b == entry.b) return narrow(*e, entry);
        if (bucket->used == 1u << bucket->room) grow(*bucket);
        entries_[bucket->at + bucket->used++] = entry;
    }

  private:
    Bucket* buckets_;
    Entry* entries_;
    static constexpr uint32_t SMALLEST = 1 << 15;
    uint32_t size_ = SMALLEST, filled_ = 0;  // buckets, and how many of them are in use
    uint32_t room_ = 1 << 16, used_ = 1;     // entries
    uint32_t spare_[16] = {};  // runs of 2^k entries that are free again, linked by their first entry's `a`

    template <class T>
    static T* make(size_t n) {
        void* memory = std::aligned_alloc(64, n * sizeof(T));
        if (!memory) throw std::bad_alloc();
        return static_cast<T*>(memory);
    }

    uint32_t slot(uint64_t key) const {
        key *= 0x9E3779B97F4A7C15ULL;
        return uint32_t(key >> 32) & (size_ - 1);
    }

    static void narrow(Entry& known, const Entry& proved) {
        if (proved.low > known.low) known.low = proved.low;
        if (proved.high < known.high) known.high = proved.high;
        if (proved.move != NO_MOVE) known.move = proved.move;
    }

    Bucket* add(uint64_t key) {
        if (++filled_ * 4 > size_ * 3) rehash();
        uint32_t i = slot(key);
        while (buckets_[i].key) i = (i + 1) & (size_ - 1);
        buckets_[i] = Bucket{key, take(0), 0, 0, NO_MOVE};
        return &buckets_[i];
    }

    void rehash() {
        Bucket* old = buckets_;
        const uint32_t n = size_;
        size_ *= 2;
        buckets_ = make<Bucket>(size_);
        std::memset(static_cast<void*>(buckets_), 0, size_ * sizeof(Bucket));
        for (uint32_t k = 0; k < n; k++) {
            if (!old[k].key) continue;
            uint32_t i = slot(old[k].key);
            while (buckets_[i].key) i = (i + 1) & (size_ - 1);
            buckets_[i] = old[k];
        }
        std::free(old);
    }

    // A free run of 2^k entries.
    uint32_t take(int k) {
        if (const uint32_t at = spare_[k]) {
            spare_[k] = uint32_t(entries_[at].a);
            return at;
        }
        if (used_ + (1u << k) > room_) {
            Entry* more = make<Entry>(size_t(room_) * 2);
            std::memcpy(static_cast<void*>(more), entries_, size_t(used_) * sizeof(Entry));
            std::free(entries_);
            entries_ = more;
            room_ *= 2;
        }
        const uint32_t at = used_;
        used_ += 1u << k;
        return at;
    }

    void grow(Bucket& bucket) {
        const uint32_t to = take(bucket.room + 1), from = bucket.at;
        std::memcpy(static_cast<void*>(entries_ + to), entries_ + from, bucket.used * sizeof(Entry));
        entries_[from].a = spare_[bucket.room];
        spare_[bucket.room] = from;
        bucket.at = to;
        bucket.room++;
    }
};

}  // namespace SOLO
